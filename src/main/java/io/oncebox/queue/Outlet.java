// SPDX-License-Identifier: Apache-2.0
package io.oncebox.queue;

import java.util.List;

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

    /** @throws Exception if it can't be reached */
    void reach() throws Exception;
}
