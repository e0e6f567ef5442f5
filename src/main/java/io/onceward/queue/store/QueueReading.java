// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.store;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The result of a node's read of its lanes of a queue.
 *
 * @param due the delayed and retrying events whose time has come
 * @param pending the pending events
 * @param lanes the lanes that the node owns, read after the events: what was read counts only for lanes that are the same as before
 * @param blocking the keys that these events share with retrying, parked or blocked events, each with the lowest position of
 *     such an event; read together with the lanes, and empty if no lane is held
 * @param passed the pending events up to the position behind which the read began; read after the others, and none if the
 *     read began at the head
 */
public record QueueReading(Batch due, Batch pending, Lanes lanes, Map<OrderKey, Long> blocking, Passed passed) {

    /** Returns the due events and then the pending ones. */
    public List<QueuedEvent> events() {
        return Stream.concat(due.events().stream(), pending.events().stream()).toList();
    }

    /** Returns whether an event has to wait for an earlier one of its key. */
    public boolean blocks(QueuedEvent event) {
        Long first = event.orderKey() == null ? null : blocking.get(event.orderKey());
        return first != null && first < event.seq();
    }
}
