// SPDX-License-Identifier: Apache-2.0
package io.oncebox.spi;

import java.util.Optional;

/**
 * Finds the identity of a received message. Thread-safe.
 *
 * @since 0.1
 */
public interface MessageIdentity {

    /** Whether the object is a message of this adapter's kind. */
    boolean isMessage(Object candidate);

    /**
     * The identity, or empty if the message has none.
     *
     * @throws IllegalArgumentException if it stands in a body that can't be read, saying why
     * @throws Exception if the message can't be read
     */
    Optional<Identity> of(Object message) throws Exception;

    /**
     * A property of the message as a text, or empty if it has none of this name.
     *
     * @throws Exception if the message can't be read
     */
    default Optional<String> property(Object message, String name) throws Exception {
        return Optional.empty();
    }

    /**
     * A header of the message as a text, or empty if it has none of this name.
     *
     * @throws Exception if the message can't be read
     */
    default Optional<String> header(Object message, String name) throws Exception {
        return Optional.empty();
    }

    /**
     * An identity.
     *
     * @param value what identifies the message
     * @param ofTransport whether it identifies only one sending, so that the same event published again gets another
     * @since 0.1
     */
    record Identity(String value, boolean ofTransport) {}
}
