// SPDX-License-Identifier: Apache-2.0
package io.onceward.spi;

import java.util.List;

/**
 * Publishes events to one kind of broker. Thread-safe.
 *
 * @since 0.1
 */
public interface EventPublisher extends AutoCloseable {

    /**
     * Publishes events of one {@linkplain Destinations#connection connection}, and reports what becomes of each to {@code results}. The
     * caller's database transaction does not take part.
     *
     * <p><b>Outcomes.</b> Report an event once, as soon as its outcome is known: {@linkplain Results#confirmed confirmed}, also if
     * the broker reports it as a duplicate, or {@linkplain Results#refused refused} by a broker that can be reached. What is confirmed
     * is not published again, whatever becomes of the others. If the broker can't be reached, or does not answer, call {@link
     * Results#unavailable} and return; it concerns every event of which nothing else was reported, and any of these may have
     * been published. When this method returns normally, an event of which nothing was reported counts as unavailable
     * if the relay still {@linkplain Results#wants wants} it, and otherwise is left for a later batch.
     *
     * <p><b>Exceptions.</b> What this method throws is taken for the fault of an event, which nobody foresaw. If it throws for one
     * event, this event is refused, which costs an attempt. If it throws for several, the relay publishes those without a report again,
     * one at a time, in their order; only if it then throws for each of them, the connection counts as unavailable. So never throw
     * because the broker is unavailable: events would lose attempts. Before this method throws, nothing may be on its way whose earlier
     * events can still fail. An {@link InterruptedException} and an {@link Error} count as unavailable.
     *
     * <p><b>Order.</b> The events are in the order in which they must arrive, and a batch may have several events of one channel
     * and key. Send an event only if none of the earlier ones of its channel and key can still fail without it failing, too: for example
     * because each of them is confirmed, or because the broker takes all of a transaction or none. So after one was not
     * confirmed, send none of the later ones of its key. {@link Results#wants} returns {@code false} for these after a
     * refusal; after an outage nothing more is sent at all. Events of different keys may arrive in any order.
     *
     * @param events at least one, in order; not {@code null}
     * @param results hears what becomes of the events, until this method ends; not {@code null}
     * @throws Exception if an event could not be published for a reason that the adapter did not foresee
     */
    void publish(List<OutboxEvent> events, Results results) throws Exception;

    /**
     * Hears what becomes of the events of one call of {@link #publish}.
     *
     * <p>Thread-safe: threads of a client library may call it, in any order. It never blocks for long. The first report of an event
     * counts. Nothing that is reported after the end of the call counts. Each event must be one of the objects that {@link
     * #publish} has got.
     *
     * @since 0.1
     */
    interface Results {

        /**
         * Returns whether the event is still to be sent: nothing was reported of it, no earlier event of its key was refused, and
         * the relay has not given up the batch, the connection or the event's destination. Ask before each event
         * that is sent after another one's outcome is known.
         *
         * @param event not {@code null}
         */
        boolean wants(OutboxEvent event);

        /**
         * The broker has the event.
         *
         * @param event not {@code null}
         */
        void confirmed(OutboxEvent event);

        /**
         * The broker can be reached, and refuses the event. This costs one attempt of this event only. After several refusals in a row
         * the relay pauses the event's destination.
         *
         * @param event not {@code null}
         * @param reason the error that operators see; not {@code null}
         * @param forever whether no later attempt can succeed; the event is then parked at once
         */
        void refused(OutboxEvent event, Exception reason, boolean forever);

        /**
         * The broker can't be reached, or does not answer. This costs no attempt. The relay pauses the connection.
         *
         * @param reason the error that operators see; not {@code null}
         */
        void unavailable(Exception reason);
    }

    /** Closes the connections to the broker. Called once, when nothing more is published. */
    @Override
    default void close() {
        // there is nothing open
    }
}
