// SPDX-License-Identifier: Apache-2.0
package io.oncebox.queue;

import io.oncebox.api.EventState;
import io.oncebox.spi.OutboxEvent;

/**
 * An event in the outbox table, with its position.
 *
 * @param seq the position: drawn when the event was written, ascending
 * @param state how it stands in the queue
 * @param attempts how often a broker that was there refused it
 * @param orderKey what it must keep its order with; {@code null} for an event without a key
 * @param event the event
 * @param since when it was recorded, or, if it was delayed, the time that it waited for, as {@link System#nanoTime()} would
 *     have said then; meaningless after an attempt
 * @param defect why it can never be published: somebody else wrote the row; {@code null} for a sound one
 * @since 0.1
 */
public record QueuedEvent(
        long seq, EventState state, int attempts, OrderKey orderKey, OutboxEvent event, long since, String defect) {}
