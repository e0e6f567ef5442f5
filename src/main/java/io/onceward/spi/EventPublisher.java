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
     * been published. An exception does the same, with itself as the reason. So an exception that one event causes, for
     * example because it can't be encoded, must be caught and reported as the refusal of this event: otherwise this event
     * stops the whole connection. When this method returns normally, an event of which nothing was reported counts as unavailable
     * if the relay still {@linkplain Results#wants wants} it, and otherwise is left for a later batch.
     *
     * <p><b>Order.</b> The events are in the order in which they must arrive, and a batch may have several events of one channel
     * and key. Send an event only if none of the earlier ones of its channel and key can still fail without it failing, too: for example
     * because each of them is confirmed, or because the broker takes all of a transaction or none. So after one was not
     * confirmed, send none of the later ones of its key. {@link Results#wants} returns {@code false} for these after a
     * refusal; after an outage nothing more is sent at all. Events of different keys may arrive in any order.
     *
     * @param events at least one, in order; not {@code null}
     * @param results hears what becomes of the events, until this method ends; not {@code null}
     * @throws Exception why the broker is unavailable
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

    /**
     * Checks with probes that a connection keeps what {@link #publish} promises: events of a transaction
     * that rolls back are not published, and events that count as confirmed are. Onceward calls it at deployment, on a thread of
     * its own, for which the start waits no longer than 10 seconds. The check then goes on. If it was not decided, Onceward repeats it
     * before it publishes by the connection. Checks of one connection run one after the other. Onceward interrupts a check when it has
     * taken three times {@code onceward.relay.send-timeout}, and when the application stops. If it ignores that for a minute, Onceward
     * calls this method again on another thread.
     *
     * <p>The check leaves nothing open, and sends nothing to a destination of a channel. By default there is nothing to check.
     *
     * @param connection as named by {@link Destinations#connection}; not {@code null}
     * @param transactions in which the check works. A server may let calls of other transactions wait until the application has
     *     started; not {@code null}
     * @throws io.onceward.api.OncewardException if the connection would lose events. Onceward publishes nothing by it until a later
     *     check passes
     * @throws Exception if the check was not decided, for example because the broker is unavailable
     */
    default void check(String connection, Transactions transactions) throws Exception {
        // nothing to check
    }

    /** Closes the connections to the broker. Called once, when nothing more is published. */
    @Override
    default void close() {
        // there is nothing open
    }
}
