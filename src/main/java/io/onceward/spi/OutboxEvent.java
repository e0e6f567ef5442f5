// SPDX-License-Identifier: Apache-2.0
package io.onceward.spi;

import io.onceward.api.OutboxMetadata;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * An event to publish, with everything that a publisher needs: neither classes nor configuration of the application that
 * recorded it. Immutable, as long as no code changes the payload.
 *
 * <p>Events come from Onceward. Adapters implement this interface only in tests. A method that a later version adds has a
 * default.
 *
 * @since 0.1
 */
public interface OutboxEvent {

    /** Returns the identity by which receivers recognize duplicates. Not {@code null}. */
    String id();

    /** Returns the channel on which the event was recorded. Not {@code null}. */
    String channel();

    /**
     * Returns the key. Events of a channel with the same key keep their order.
     *
     * @return {@code null} if there is none
     */
    String key();

    /** Returns the type. Not {@code null}. */
    String type();

    /** Returns the encoded payload, not copied, so don't change it. Not {@code null}. */
    byte[] payload();

    /** Returns the media type of the payload. Not {@code null}. */
    String contentType();

    /** Returns further message properties, without the {@linkplain #reservedHeaders() reserved headers}. Not {@code null}. */
    Map<String, String> headers();

    /**
     * Returns the headers whose names start with {@code onceward_}: values that the adapter of the broker may map to features of the
     * broker. An adapter ignores those that it does not know. Not {@code null}.
     */
    default Map<String, String> reservedHeaders() {
        return Map.of();
    }

    /** Returns the priority, from 0 to 9; empty if there is none. Not {@code null}. */
    default OptionalInt priority() {
        return OptionalInt.empty();
    }

    /** Returns when the event expires; empty if it never does. Not {@code null}. */
    default Optional<Instant> expiresAt() {
        return Optional.empty();
    }

    /** Returns the destination, a URI whose scheme is that of the broker's adapter. Not {@code null}. */
    String destination();

    /** Returns the id of the chain of messages: the header for it, else the event's id. Not {@code null}. */
    default String correlationId() {
        return headers().getOrDefault(OutboxMetadata.CORRELATION_ID, id());
    }

    /** Returns the kind of broker: the scheme of the destination; empty if it has none. Not {@code null}. */
    default String system() {
        return destination().substring(0, Math.max(0, destination().indexOf(':')));
    }
}
