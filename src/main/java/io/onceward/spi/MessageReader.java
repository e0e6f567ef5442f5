// SPDX-License-Identifier: Apache-2.0
package io.onceward.spi;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads received messages of one {@linkplain MessageKind kind}, so that they can be stored. Thread-safe.
 *
 * @since 0.1
 */
public interface MessageReader {

    /**
     * Reads a message.
     *
     * @param message of the type of the kind; not {@code null}
     * @throws IllegalArgumentException if the message has a body that can't be stored, with the reason
     * @throws Exception if the message can't be read
     */
    Content read(Object message) throws Exception;

    /** The header that {@link #unread} adds: where the message came from, and what the broker says of earlier deliveries. */
    String ORIGIN = "onceward_origin";

    /**
     * The header that {@link #unread} adds if it can: by what the broker tells the message from every other one, the same at
     * each delivery.
     */
    String PLACE = "onceward_place";

    /**
     * Returns a message that {@link #read} refuses, or that has no identity, so that it can be parked in the database: the body as
     * it came, as much as can be had of the headers, and {@link #ORIGIN}.
     *
     * @param message of the type of the kind; not {@code null}
     * @return empty if the bytes of the body can't be had: then the broker gets the message back
     * @throws Exception if the message can't be read
     */
    default Optional<Content> unread(Object message) throws Exception {
        return Optional.empty();
    }

    /**
     * The content of a message. Start with {@link #of} and add the values that the message has:
     *
     * <pre>{@code Content.of(body, "application/json").withKey("order-42").withHeaders(Map.of("tenant", "acme"))}</pre>
     *
     * <p>Immutable, as long as no code changes the payload or the headers; two are equal if all their values are.
     *
     * @since 0.1
     */
    final class Content {

        private final byte[] payload;
        private final String contentType;
        private final String key;
        private final String type;
        private final Map<String, String> headers;

        private Content(byte[] payload, String contentType, String key, String type, Map<String, String> headers) {
            this.payload = payload;
            this.contentType = contentType;
            this.key = key;
            this.type = type;
            this.headers = headers;
        }

        /**
         * Returns content without key, type and headers.
         *
         * @param payload the body; not copied, so don't change it; not {@code null}
         * @param contentType the media type of the body; not {@code null}
         * @throws NullPointerException if an argument is {@code null}
         */
        public static Content of(byte[] payload, String contentType) {
            Objects.requireNonNull(payload, "payload");
            Objects.requireNonNull(contentType, "contentType");
            return new Content(payload, contentType, null, null, Map.of());
        }

        /**
         * Returns this content with another key. Messages with the same key keep their order.
         *
         * @param newKey {@code null} if the message has no key
         */
        public Content withKey(String newKey) {
            return new Content(payload, contentType, newKey, type, headers);
        }

        /**
         * Returns this content with another type.
         *
         * @param newType the type that the sender set; {@code null} if there is none
         */
        public Content withType(String newType) {
            return new Content(payload, contentType, key, newType, headers);
        }

        /**
         * Returns this content with these headers instead of its own.
         *
         * @param newHeaders the properties that the sender's application set; not copied, so don't change them; not {@code
         *     null}
         * @throws NullPointerException if the headers are {@code null}
         */
        public Content withHeaders(Map<String, String> newHeaders) {
            return new Content(payload, contentType, key, type, Objects.requireNonNull(newHeaders, "newHeaders"));
        }

        /**
         * Returns this content with two more headers, {@link MessageReader#ORIGIN} and {@link MessageReader#PLACE}.
         *
         * @param origin not {@code null}
         * @param place {@code null} if the broker does not tell the message from others
         * @throws NullPointerException if the origin is {@code null}
         */
        public Content withOrigin(String origin, String place) {
            Map<String, String> more = new TreeMap<>(headers);
            more.put(ORIGIN, Objects.requireNonNull(origin, "origin"));
            if (place != null) {
                more.put(PLACE, place);
            }
            return withHeaders(more);
        }

        /** Returns the body, not copied. Not {@code null}. */
        public byte[] payload() {
            return payload;
        }

        /** Returns the media type of the body. Not {@code null}. */
        public String contentType() {
            return contentType;
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
         * Returns the type that the sender set.
         *
         * @return {@code null} if there is none
         */
        public String type() {
            return type;
        }

        /** Returns the properties that the sender's application set. Not {@code null}. */
        public Map<String, String> headers() {
            return headers;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Content that
                    && Arrays.equals(payload, that.payload)
                    && contentType.equals(that.contentType)
                    && Objects.equals(key, that.key)
                    && Objects.equals(type, that.type)
                    && headers.equals(that.headers);
        }

        @Override
        public int hashCode() {
            return Objects.hash(Arrays.hashCode(payload), contentType, key, type, headers);
        }

        /** Returns a text for logs, without the payload and with the names of the headers but not their values. */
        @Override
        public String toString() {
            return "Content[payload=" + payload.length + " bytes, contentType=" + contentType + ", key=" + key
                    + ", type=" + type + ", headers=" + headers.keySet() + "]";
        }
    }
}
