// SPDX-License-Identifier: Apache-2.0
package io.onceward.spi;

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
     * Returns how often the broker has delivered a message, for the log.
     *
     * @param message of the type of the kind; not {@code null}
     * @return a number, 1 at the first delivery; empty if the broker does not say
     * @throws Exception if the message can't be read
     */
    default Optional<String> deliveries(Object message) throws Exception {
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
     * The context of a message, as its sender has set it. Start with {@link #of} and add the values that the message has:
     *
     * <pre>{@code Context.of("kafka").withChannel("orders").withKey("order-42")}</pre>
     *
     * <p>Immutable, as long as no code changes the headers; two are equal if all their values are.
     *
     * @since 0.1
     */
    final class Context {

        /** The context of a message without any. */
        public static final Context UNKNOWN = of("onceward");

        private final String system;
        private final String channel;
        private final String key;
        private final String correlationId;
        private final Map<String, String> headers;

        private Context(String system, String channel, String key, String correlationId, Map<String, String> headers) {
            this.system = system;
            this.channel = channel;
            this.key = key;
            this.correlationId = correlationId;
            this.headers = headers;
        }

        /**
         * Returns a context with the kind of broker alone.
         *
         * @param system the kind of broker, for example {@code kafka}; not {@code null}
         * @throws NullPointerException if the kind is {@code null}
         */
        public static Context of(String system) {
            return new Context(Objects.requireNonNull(system, "system"), null, null, null, Map.of());
        }

        /**
         * Returns this context with another channel.
         *
         * @param newChannel the channel on which the event was recorded, or the destination; {@code null} if unknown
         */
        public Context withChannel(String newChannel) {
            return new Context(system, newChannel, key, correlationId, headers);
        }

        /**
         * Returns this context with another key. Messages with the same key keep their order.
         *
         * @param newKey {@code null} if the message has no key
         */
        public Context withKey(String newKey) {
            return new Context(system, channel, newKey, correlationId, headers);
        }

        /**
         * Returns this context with another correlation id, the id of the chain of messages.
         *
         * @param newCorrelationId {@code null} if the message has none
         */
        public Context withCorrelationId(String newCorrelationId) {
            return new Context(system, channel, key, newCorrelationId, headers);
        }

        /**
         * Returns this context with these headers instead of its own.
         *
         * @param newHeaders {@code traceparent} and {@code tracestate} (W3C Trace Context) if the message has them; they may
         *     be malformed; not copied, so don't change them; not {@code null}
         * @throws NullPointerException if the headers are {@code null}
         */
        public Context withHeaders(Map<String, String> newHeaders) {
            return new Context(system, channel, key, correlationId, Objects.requireNonNull(newHeaders, "newHeaders"));
        }

        /** Returns the kind of broker. Not {@code null}. */
        public String system() {
            return system;
        }

        /**
         * Returns the channel on which the event was recorded, or the destination.
         *
         * @return {@code null} if unknown
         */
        public String channel() {
            return channel;
        }

        /**
         * Returns the key.
         *
         * @return {@code null} if there is none
         */
        public String key() {
            return key;
        }

        /**
         * Returns the id of the chain of messages.
         *
         * @return {@code null} if there is none
         */
        public String correlationId() {
            return correlationId;
        }

        /** Returns the headers of W3C Trace Context, which may be malformed. Not {@code null}. */
        public Map<String, String> headers() {
            return headers;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Context that
                    && system.equals(that.system)
                    && Objects.equals(channel, that.channel)
                    && Objects.equals(key, that.key)
                    && Objects.equals(correlationId, that.correlationId)
                    && headers.equals(that.headers);
        }

        @Override
        public int hashCode() {
            return Objects.hash(system, channel, key, correlationId, headers);
        }

        /** Returns a text for logs, with the names of the headers but not their values. */
        @Override
        public String toString() {
            return "Context[system=" + system + ", channel=" + channel + ", key=" + key + ", correlationId="
                    + correlationId + ", headers=" + headers.keySet() + "]";
        }
    }

    /**
     * The identity of a message.
     *
     * @param value the id; not {@code null}
     * @param isTransportId whether it identifies one sending only, so that an event that is published again gets another one
     * @since 0.1
     */
    record Identity(String value, boolean isTransportId) {

        /** @throws NullPointerException if the id is {@code null} */
        public Identity {
            Objects.requireNonNull(value, "value");
        }
    }
}
