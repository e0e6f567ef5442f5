// SPDX-License-Identifier: Apache-2.0
package io.onceward.spi;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * Receives messages of one kind of broker. Thread-safe; Onceward calls {@link #receive} for one origin on one thread at a time.
 *
 * @since 0.1
 */
public interface MessageSource extends AutoCloseable {

    /**
     * Composes the URI of the origin of a channel's messages.
     *
     * @param settings the settings of the incoming channel; not {@code null}
     * @throws io.onceward.api.OncewardException if a setting is illegal, or messages would be lost by receiving from there
     */
    String origin(ChannelSettings settings);

    /**
     * Checks at deployment what can be checked without the broker: that names resolve.
     *
     * @param settings the settings of the incoming channel; not {@code null}
     * @param origin as {@linkplain #origin composed} from the settings; not {@code null}
     * @throws io.onceward.api.OncewardException naming what does not resolve
     */
    void verify(ChannelSettings settings, String origin);

    /**
     * Returns whether the broker gives each message to only one of the receivers of two origins. Then Onceward refuses two channels with
     * these origins, because the handlers of each would miss the messages of the other. By default, only equal origins divide messages.
     * Override this if an origin has a part that the broker does not know, such as a place for dead letters, or if it has several names.
     *
     * @param one as {@linkplain #origin composed} from the settings of a channel; not {@code null}
     * @param other as composed from the settings of another channel of this source; not {@code null}
     */
    default boolean divideMessages(String one, String other) {
        return one.equals(other);
    }

    /**
     * Receives the available messages, hands them to the sink, and acknowledges all of them when the sink has returned. The sink
     * commits; a crash between commit and acknowledgement leads to a redelivery.
     *
     * @param origin as {@linkplain #origin composed} from the settings; not {@code null}
     * @param limit the maximum number of messages
     * @param patience the maximum time to wait for the first message; not {@code null}
     * @param sink stores the messages; not {@code null}
     * @return the number of messages; without any, the sink is not called
     * @throws Exception the exception of the sink, or the reason why the messages can't be received or acknowledged; the broker
     *     redelivers all of them
     */
    int receive(String origin, int limit, Duration patience, Sink sink) throws Exception;

    /**
     * Closes the connections to the broker. Called once. A call of {@link #receive} may still begin afterwards, if its thread has
     * waited for the database; it must not connect.
     */
    @Override
    default void close() {
        // there is nothing open
    }

    /**
     * The receiver of the messages.
     *
     * @since 0.1
     */
    @FunctionalInterface
    interface Sink {

        /**
         * Stores messages and commits.
         *
         * @param messages at least one; not {@code null}
         * @throws UnstorableException if there is one message, and its content can't be stored
         * @throws Exception if not all of them were stored, so that none may be acknowledged
         */
        void store(List<?> messages) throws Exception;
    }

    /**
     * The report that a message can't be stored because of its content. A {@link Sink} throws it only for a batch of
     * one message. The source returns the message to the broker, which redelivers it or moves it to a dead-letter destination. If the
     * broker has no dead-letter destination, the source can move the message itself.
     *
     * @since 0.1
     */
    final class UnstorableException extends Exception {

        private static final long serialVersionUID = 1L;

        /**
         * Creates an exception.
         *
         * @param cause the reason; not {@code null}
         * @throws NullPointerException if the cause is {@code null}
         */
        public UnstorableException(Exception cause) {
            super(Objects.requireNonNull(cause, "cause"));
        }
    }
}
