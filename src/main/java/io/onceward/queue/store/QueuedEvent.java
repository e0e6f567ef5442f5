// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.store;

import io.onceward.api.EventState;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.Time;

/**
 * An event in its queue.
 *
 * @param seq the position, which ascends in the order of recording
 * @param state the state of the row
 * @param attempts how often a reachable broker, or the handler, refused the event
 * @param orderKey the events that keep their order with this one; {@code null} for an event without a key
 * @param event the event
 * @param since the time of recording, or of a delayed event the time that it waited for, as a value of {@link Time#nanos()};
 *     meaningless after an attempt
 * @param defect why the row is malformed, so that the relay can't publish the event; {@code null} for a sound row
 */
public record QueuedEvent(
        long seq, EventState state, int attempts, OrderKey orderKey, RecordedEvent event, long since, String defect) {

    /** Hashes the position alone: the texts of an event are long. */
    @Override
    public int hashCode() {
        return Long.hashCode(seq);
    }

    /** Returns the event without its payload, which nothing needs unless the event is sent or parked. */
    public QueuedEvent withoutPayload() {
        return new QueuedEvent(seq, state, attempts, orderKey, event.withPayload(null, null), since, defect);
    }
}
