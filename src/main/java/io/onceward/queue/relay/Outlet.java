// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.queue.machine.Refusal;
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
    boolean takesBatches();

    /** Returns whether a call is to end early ten seconds after the start of its batch. */
    default boolean isTimed() {
        return true;
    }

    /** Returns whether several refusals in a row open the circuit breaker of their destination. */
    boolean hasDestinationBreakers();

    /**
     * Publishes events, and reports what becomes of each. An event of which it reports nothing is left for a later batch. It is
     * an outage if the event is still {@linkplain Outcomes#wants wanted}.
     *
     * @throws Exception why the outlet is unavailable for the events of which it has reported nothing
     */
    void publish(List<QueuedEvent> events, Outcomes outcomes) throws Exception;

    /**
     * Returns when an event expires; empty if it never does.
     *
     * @throws IllegalArgumentException if the row says so in an illegal way, or has another illegal value
     */
    default Optional<Instant> expiresAt(QueuedEvent event) {
        return Optional.empty();
    }

    /** Hears what becomes of the events of a call. The first report of an event counts. Thread-safe. */
    interface Outcomes {

        /** Returns whether the event is still to be sent. */
        boolean wants(QueuedEvent event);

        void confirmed(QueuedEvent event);

        /** Like {@link #confirmed}, and the row of the event is removed already. */
        void removed(QueuedEvent event);

        /** The event is left for a later batch, with the later ones of its key: its row is not as it was read. */
        void left(QueuedEvent event);

        void refused(QueuedEvent event, Refusal refusal);

        /** The outlet can't be used now. This concerns all events of the call of which nothing else was reported. */
        void unavailable(Exception reason);
    }
}
