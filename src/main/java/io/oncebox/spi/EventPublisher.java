// SPDX-License-Identifier: Apache-2.0
package io.oncebox.spi;

import java.util.List;
import java.util.Optional;

/**
 * Publishes events to one kind of broker. Thread-safe.
 *
 * @since 0.1
 */
public interface EventPublisher {

    /** The URI scheme of the destinations that it publishes to, for example {@code jms}. */
    String scheme();

    /**
     * Composes the destination that stands in the rows of a channel: a URI of this {@linkplain #scheme() scheme}.
     *
     * @param channel the channel's name, which is also the default of what it publishes to
     * @param destination as configured, if it is
     * @param connectionFactory as configured for the channel, or the default
     * @param duplicateDetection whether the broker is to be told the id of the event, so that it drops a second one
     * @throws io.oncebox.api.OnceboxException if it is malformed
     */
    String destination(
            String channel, Optional<String> destination, String connectionFactory, boolean duplicateDetection);

    /**
     * Checks at deployment what can be checked without the broker: that names resolve.
     *
     * @throws io.oncebox.api.OnceboxException naming what does not resolve
     */
    void verify(String channel, String destination);

    /**
     * Names the connection to the broker that a destination is reached by. Events of one connection are published
     * together; if they fail, those of others don't have to wait for them.
     *
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
}
