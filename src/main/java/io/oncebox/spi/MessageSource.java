// SPDX-License-Identifier: Apache-2.0
package io.oncebox.spi;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Receives messages of one kind of broker. Thread-safe, except that one origin is received from by one thread at a time.
 *
 * @since 0.1
 */
public interface MessageSource {

    /** The URI scheme of what it receives from, for example {@code jms}. */
    String scheme();

    /**
     * Composes the URI of what a channel receives from.
     *
     * @param destination as configured, if it is
     * @param connectionFactory as configured for the channel, or the default
     * @throws io.oncebox.api.OnceboxException if it is malformed, or can't be received from without losing messages
     */
    String origin(String channel, Optional<String> destination, String connectionFactory);

    /**
     * Checks at deployment what can be checked without the broker: that names resolve.
     *
     * @throws io.oncebox.api.OnceboxException naming what does not resolve
     */
    void verify(String channel, String origin);

    /**
     * Receives what is there, hands it over, and acknowledges it when that has returned: all of it or nothing. The sink
     * commits by itself; a crash in between ends in a redelivery.
     *
     * @param limit most messages at a time
     * @param patience how long to wait for the first
     * @return how many were received; the sink is not called for none
     * @throws Exception what the sink threw, or why nothing could be received or acknowledged; all is redelivered
     */
    int receive(String origin, int limit, Duration patience, Sink sink) throws Exception;

    /**
     * Takes messages over.
     *
     * @since 0.1
     */
    @FunctionalInterface
    interface Sink {

        /**
         * Stores them and commits.
         *
         * @throws Exception if not all of them were stored, so that none may be acknowledged
         */
        void store(List<?> messages) throws Exception;
    }
}
