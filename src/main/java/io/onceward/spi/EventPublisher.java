// SPDX-License-Identifier: Apache-2.0
package io.onceward.spi;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Publishes events to one kind of broker. Thread-safe.
 *
 * @since 0.1
 */
public interface EventPublisher extends AutoCloseable {

    /**
     * Composes the destination that stands in the rows of a channel: a URI of the adapter's scheme with all that a relay needs,
     * which may belong to another application. It holds no secret: every reader of the table sees it.
     *
     * @param settings the settings of the outgoing channel; not {@code null}
     * @return at most 512 characters
     * @throws io.onceward.api.OncewardException if a setting is illegal, naming its key
     */
    String destination(ChannelSettings settings);

    /**
     * Checks at deployment what can be checked without the broker: that names resolve.
     *
     * @param settings the settings of the outgoing channel; not {@code null}
     * @param destination as {@linkplain #destination composed} from the settings; not {@code null}
     * @throws io.onceward.api.OncewardException naming what does not resolve
     */
    void verify(ChannelSettings settings, String destination);

    /**
     * Checks the name of an event's header when the event is recorded.
     *
     * @param name not {@code null}
     * @return why the broker's messages can't have a header of this name; empty if they can
     */
    default Optional<IllegalHeader> illegalHeader(String name) {
        return Optional.empty();
    }

    /**
     * The reason why a header is illegal, with a legal name.
     *
     * @param why the reason, in a clause such as {@code it is longer than 255 characters}; not {@code null}
     * @param instead what to name it: a legal name in quotes, or a hint such as {@code shorter}; not {@code null}
     * @since 0.1
     */
    record IllegalHeader(String why, String instead) {

        /** @throws NullPointerException if a component is {@code null} */
        public IllegalHeader {
            Objects.requireNonNull(why, "why");
            Objects.requireNonNull(instead, "instead");
        }
    }

    /**
     * Returns the name of the connection to the broker that leads to a destination. The relay publishes the events of one
     * connection together; if they fail, it publishes those of other connections meanwhile. Operators see the name in the
     * health check, in the console and in the log. Connections of different brokers have different names.
     *
     * @param destination the destination of any row, which another application may have written; not {@code null}
     * @throws io.onceward.api.OncewardException if the destination is malformed
     */
    String connection(String destination);

    /**
     * Returns whether the relay publishes several events together. If not, it publishes each event {@linkplain #publishAlone
     * alone}.
     */
    default boolean supportsBatches() {
        return true;
    }

    /**
     * Publishes events of one {@linkplain #connection connection} in this order, and returns when the broker has confirmed all
     * of them. After an exception, any of them may have been published. The caller's database transaction does not take part.
     *
     * @param events at least one; not {@code null}
     * @throws Exception if not all events were confirmed
     */
    void publish(List<OutboxEvent> events) throws Exception;

    /**
     * Publishes one event alone, and returns when the broker has confirmed it or reports it as a duplicate.
     * This is slower than {@link #publish}, but an exception concerns this event and this broker alone.
     *
     * @param event not {@code null}
     * @throws UnpublishableException if the broker can never accept the event
     * @throws Exception if the broker did not confirm the event
     */
    void publishAlone(OutboxEvent event) throws Exception;

    /**
     * Connects to the broker without publishing. If this succeeds after a failure, the broker has refused the event; otherwise
     * the broker is unavailable.
     *
     * @param connection as named by {@link #connection}; not {@code null}
     * @throws Exception if the broker can't be reached
     */
    void reach(String connection) throws Exception;

    /**
     * Checks with probes that a connection keeps what {@link #publish} and {@link #publishAlone} promise: events of a transaction
     * that rolls back are not published, and events that count as confirmed are. Onceward calls it at deployment, on a thread of
     * its own, for which the start waits no longer than 10 seconds. The check then goes on. If it was not decided, Onceward repeats it
     * before it publishes by the connection. Checks of one connection run one after the other. Onceward interrupts a check when it has
     * taken three times {@code onceward.relay.send-timeout}, and when the application stops. If it ignores that for a minute, Onceward
     * calls this method again on another thread.
     *
     * <p>The check leaves nothing open, and sends nothing to a destination of a channel. By default there is nothing to check.
     *
     * @param connection as named by {@link #connection}; not {@code null}
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
