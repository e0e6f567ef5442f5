// SPDX-License-Identifier: Apache-2.0
package io.oncebox.spi;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Identifies received messages of one {@linkplain MessageKind kind}. Thread-safe.
 *
 * @since 0.1
 */
public interface MessageIdentity {

    /**
     * Returns the identity of a message.
     *
     * @param message of the type of the kind; not {@code null}
     * @return empty if the message has none
     * @throws IllegalArgumentException if the body holds the identity and can't be read, with the reason
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
     * Returns a property of a message as a text.
     *
     * @param message of the type of the kind; not {@code null}
     * @param name any name; not {@code null}
     * @return empty if the message has no such property
     * @throws Exception if the message can't be read
     */
    default Optional<String> property(Object message, String name) throws Exception {
        return Optional.empty();
    }

    /**
     * Returns a header of a message as a text.
     *
     * @param message of the type of the kind; not {@code null}
     * @param name one of {@link #headers()}; not {@code null}
     * @return empty if the message has no value for this header
     * @throws Exception if the message can't be read
     */
    default Optional<String> header(Object message, String name) throws Exception {
        return Optional.empty();
    }

    /**
     * Returns the context of a message.
     *
     * @param message of the type of the kind; not {@code null}
     * @throws Exception if the message can't be read
     */
    default Context context(Object message) throws Exception {
        return Context.UNKNOWN;
    }

    /**
     * The context of a message, as its sender has set it.
     *
     * @param system the kind of broker, for example {@code kafka}; not {@code null}
     * @param channel the channel on which the event was recorded, or the destination; {@code null} if unknown
     * @param key the key: messages with the same one keep their order; {@code null} if there is none
     * @param correlationId the id of the chain of messages; {@code null} if there is none
     * @param headers {@code traceparent} and {@code tracestate} (W3C Trace Context) if the message has them; they may be
     *     malformed; not {@code null}
     * @since 0.1
     */
    record Context(String system, String channel, String key, String correlationId, Map<String, String> headers) {

        /** The context of a message without any. */
        public static final Context UNKNOWN = new Context("oncebox", null, null, null, Map.of());
    }

    /**
     * The identity of a message.
     *
     * @param value the id; not {@code null}
     * @param ofTransport whether it identifies one sending only, so that an event that is published again gets another one
     * @since 0.1
     */
    record Identity(String value, boolean ofTransport) {

        /** @throws NullPointerException if the id is {@code null} */
        public Identity {
            Objects.requireNonNull(value, "value");
        }
    }
}
