// SPDX-License-Identifier: Apache-2.0
package io.oncebox.spi;

import java.time.Duration;
import java.util.List;

/**
 * Receives messages of one kind of broker. Thread-safe, except that one origin is received from by one thread at a time.
 *
 * @since 0.1
 */
public interface MessageSource extends AutoCloseable {

    /**
     * Composes the URI of what a channel receives from.
     *
     * @throws io.oncebox.api.OnceboxException if a setting is illegal, or messages would be lost by receiving from there
     */
    String origin(ChannelSettings settings);

    /**
     * Checks at deployment what can be checked without the broker: that names resolve.
     *
     * @param origin as {@linkplain #origin composed} from the settings
     * @throws io.oncebox.api.OnceboxException naming what does not resolve
     */
    void verify(ChannelSettings settings, String origin);

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

    /** Closes the connections to the broker. Called once, when nothing more is received. */
    @Override
    default void close() {
        // there is nothing open
    }

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
