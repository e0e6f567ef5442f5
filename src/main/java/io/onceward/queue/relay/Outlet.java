// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.queue.outage.Resource;
import io.onceward.queue.store.QueuedEvent;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The receiver of a queue's events: the connection of a broker, or a handler. Implementations are thread-safe. */
public interface Outlet {

    /** Returns the resource that it needs, which has a circuit breaker. */
    Resource resource();

    /** Returns whether it takes several events together. */
    boolean supportsBatches();

    /** Returns whether several refusals in a row open the circuit breaker of their destination. */
    boolean hasDestinationBreakers();

    /**
     * Publishes events together: all of them, or an exception.
     *
     * @throws Exception if the broker has not confirmed all of them
     */
    void publish(List<QueuedEvent> events) throws Exception;

    /**
     * Publishes one event.
     *
     * @return whether the row of the event is removed already
     * @throws Exception if it refuses the event, or can't be reached
     */
    boolean publishAlone(QueuedEvent event) throws Exception;

    /**
     * Returns when an event expires; empty if it never does.
     *
     * @throws IllegalArgumentException if the row says so in an illegal way, or has another illegal value
     */
    default Optional<Instant> expiresAt(QueuedEvent event) {
        return Optional.empty();
    }

    /** @throws Exception if it can't be reached */
    void reach() throws Exception;
}
