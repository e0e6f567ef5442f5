// SPDX-License-Identifier: Apache-2.0
package io.onceward.api;

import java.util.Optional;

/**
 * A received message, independent of the broker. A {@link MessageKeyResolver} reads it.
 *
 * <p>It is valid only during the call that receives it, and only for the calling thread. Applications implement this interface
 * only in tests. A method that a later version adds has a default.
 *
 * @since 0.1
 */
public interface ReceivedMessage {

    /**
     * Returns a property that the sender set, as a text.
     *
     * @param name the name of the property; not {@code null}
     * @return empty if the message has no such property
     * @throws NullPointerException if the name is {@code null}
     * @throws OncewardException {@code OWD-0125} if the message can't be read
     */
    Optional<String> property(String name);

    /**
     * Returns a header that the broker or its protocol defines, as a text: for messages of Jakarta Messaging {@code
     * JMSMessageID} or {@code JMSCorrelationID}.
     *
     * @param name the name of the header; not {@code null}
     * @return empty if the message has no value for this header
     * @throws NullPointerException if the name is {@code null}
     * @throws InvalidCallException {@code OWD-0127} if messages of this kind have no such header
     * @throws OncewardException {@code OWD-0125} if the message can't be read
     */
    Optional<String> header(String name);

    /**
     * Returns the identity that Onceward uses for a message without a configured key ({@link Idempotent} lists the sources).
     *
     * @return empty if the message has none
     * @throws OncewardException {@code OWD-0125} if the message can't be read
     */
    Optional<String> identity();

    /**
     * Returns the message of the broker's own type, for values that the other methods don't offer.
     *
     * @param type the type, for example {@code jakarta.jms.Message}; not {@code null}
     * @return not {@code null}
     * @throws NullPointerException if the type is {@code null}
     * @throws IllegalArgumentException if the message is not of this type
     */
    <T> T unwrap(Class<T> type);
}
