// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.store;

/**
 * The events of a channel, or the messages of a handler, that have the same key and so keep their order.
 *
 * @param queue the channel, or the handler
 * @param key the key
 */
public record OrderKey(String queue, String key) {}
