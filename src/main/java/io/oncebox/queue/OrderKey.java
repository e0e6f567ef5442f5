// SPDX-License-Identifier: Apache-2.0
package io.oncebox.queue;

/**
 * What keeps its order: the events of a channel, or the messages of a handler, that have the same key.
 *
 * @param queue the channel; in the inbox the handler, as a destination
 * @param key the key
 * @since 0.1
 */
public record OrderKey(String queue, String key) {}
