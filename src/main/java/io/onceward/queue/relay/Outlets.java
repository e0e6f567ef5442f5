// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.queue.RecordedEvent;

/** Finds where the events of a queue go. Implementations are thread-safe. */
@FunctionalInterface
public interface Outlets {

    /**
     * Returns the outlet of an event; equal ones for events that are published together.
     *
     * @throws RuntimeException if nothing here publishes to its destination
     */
    Outlet of(RecordedEvent event);
}
