// SPDX-License-Identifier: Apache-2.0
package io.onceward.api;

/**
 * The administration of the outbox: shows the events that wait and why, and changes them. Inject it. A queue is a channel.
 *
 * <p>Thread-safe. {@link QueueAdmin} documents the methods.
 *
 * @since 0.1
 */
public interface OutboxAdmin extends QueueAdmin {}
