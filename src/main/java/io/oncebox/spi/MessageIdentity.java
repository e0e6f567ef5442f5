// SPDX-License-Identifier: Apache-2.0
package io.oncebox.spi;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Identifies received messages of one {@linkplain MessageKind kind}. Thread-safe.
 *
 * @since 0.1
 */
public interface MessageIdentity {

    /**
     * The identity, or empty if the message has none.
     *
     * @throws IllegalArgumentException if it stands in a body that can't be read, saying why
     * @throws Exception if the message can't be read
     */
    Optional<Identity> of(Object message) throws Exception;

    /**
     * Returns what a sender can set to identify a message, for messages to developers: for example {@code the property
     * message-id}.
     */
    String hint();

    /** Returns the names of the headers that {@link #header} knows. */
    default Set<String> headers() {
        return Set.of();
    }

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
     * @param name one of {@link #headers()}
     * @throws Exception if the message can't be read
     */
    default Optional<String> header(Object message, String name) throws Exception {
        return Optional.empty();
    }

    /**
     * What travels with a message. What has no meaning in it is left out.
     *
     * @throws Exception if the message can't be read
     */
    default Context context(Object message) throws Exception {
        return Context.UNKNOWN;
    }

    /**
     * What travels with a message, by its sender's word.
     *
     * @param system the kind of broker, for example {@code kafka}
     * @param channel the channel that it was recorded on, or where it was sent; {@code null}: not known
     * @param key messages with the same one keep their order; {@code null}: none
     * @param correlationId names the chain of messages that it is part of; {@code null}: none
     * @param headers {@code traceparent} and {@code tracestate} (W3C Trace Context), if they are there; they may be malformed
     * @since 0.1
     */
    record Context(String system, String channel, String key, String correlationId, Map<String, String> headers) {

        /** Nothing is known. */
        public static final Context UNKNOWN = new Context("oncebox", null, null, null, Map.of());
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
