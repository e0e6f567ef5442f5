// SPDX-License-Identifier: Apache-2.0
package io.oncebox.spi;

/**
 * What keeps its order: the events of a channel that have the same key.
 *
 * @param channel the channel
 * @param key the key
 * @since 0.1
 */
public record OrderKey(String channel, String key) {}
