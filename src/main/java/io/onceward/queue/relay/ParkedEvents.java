// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.queue.RecordedEvent;

/** Gets parked events, in the transaction that parks them. Thread-safe. */
@FunctionalInterface
public interface ParkedEvents {

    /** Leaves parked events to operators. */
    ParkedEvents KEPT = (event, error) -> {};

    /**
     * Called after an event was parked, and before the commit. If it throws, the event is not parked.
     *
     * @param error why the event is parked
     */
    void parked(RecordedEvent event, String error);
}
