// SPDX-License-Identifier: Apache-2.0
package io.oncebox.spi;

import java.util.List;
import java.util.Optional;

/**
 * Publishes events to one kind of broker. Thread-safe.
 *
 * @since 0.1
 */
public interface EventPublisher extends AutoCloseable {

    /**
     * Composes the destination that stands in the rows of a channel: a URI of the adapter's scheme with all that a relay needs,
     * which may belong to another application. It holds no secret: whoever reads the table sees it.
     *
     * @return at most 512 characters
     * @throws io.oncebox.api.OnceboxException if a setting is illegal, naming its key
     */
    String destination(ChannelSettings settings);

    /**
     * Checks at deployment what can be checked without the broker: that names resolve.
     *
     * @param destination as {@linkplain #destination composed} from the settings
     * @throws io.oncebox.api.OnceboxException naming what does not resolve
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
     * Why a header is illegal.
     *
     * @param why the reason, in a clause such as {@code it is longer than 255 characters}
     * @param instead what to name it: a legal name in quotes, or a hint such as {@code shorter}
     * @since 0.1
     */
    record IllegalHeader(String why, String instead) {}

    /**
     * Names the connection to the broker that a destination is reached by. Events of one connection are published
     * together; if they fail, those of others don't have to wait for them. Operators see the name in the health check, in the
     * console and in the log; connections of different brokers have different names.
     *
     * @param destination of any row, so another application may have written it
     * @throws io.oncebox.api.OnceboxException if the destination is malformed
     */
    String connection(String destination);

    /**
     * Whether events share a fate: several are better published together, and where a few are refused in a row, others will
     * be. If not, each is published {@linkplain #publishAlone alone} and speaks for itself.
     */
    default boolean batches() {
        return true;
    }

    /**
     * Publishes the events, which are all of one {@linkplain #connection connection}, in this order and returns when the
     * broker has confirmed all of them. On an exception any part of them may have been published. The caller's database
     * transaction takes no part in it.
     *
     * @throws Exception if not all events were confirmed
     */
    void publish(List<OutboxEvent> events) throws Exception;

    /**
     * Publishes one event in no transaction and returns when the broker has confirmed it, or has said that it has it
     * already. Slower than {@link #publish}, but what it throws is about this event and this broker.
     *
     * @throws UnpublishableException if it can never be
     * @throws Exception if it was not confirmed
     */
    void publishAlone(OutboxEvent event) throws Exception;

    /**
     * Reaches the broker without publishing anything: if this works, what was refused was refused by the broker.
     *
     * @param connection as named by {@link #connection}
     * @throws Exception if the broker can't be reached
     */
    void reach(String connection) throws Exception;

    /** Closes the connections to the broker. Called once, when nothing more is published. */
    @Override
    default void close() {
        // there is nothing open
    }
}
