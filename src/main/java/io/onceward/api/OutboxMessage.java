// SPDX-License-Identifier: Apache-2.0
package io.onceward.api;

import java.util.Objects;
import org.eclipse.microprofile.reactive.messaging.Message;

/**
 * A {@link Message} that carries {@link OutboxMetadata}, for methods annotated {@code @Outgoing} and for emitters:
 *
 * <pre>{@code return OutboxMessage.of(event, OutboxMetadata.none().withKey(event.orderId()));}</pre>
 *
 * <p>Another {@code Message} implementation can carry metadata as well: it returns them from {@code
 * unwrap(OutboxMetadata.class)}.
 *
 * <p>Immutable, so thread-safe if its payload is.
 *
 * @param <T> the payload's type
 * @since 0.1
 */
public final class OutboxMessage<T> implements Message<T> {

    private final T payload;
    private final OutboxMetadata metadata;

    private OutboxMessage(T payload, OutboxMetadata metadata) {
        this.payload = Objects.requireNonNull(payload, "payload");
        this.metadata = Objects.requireNonNull(metadata, "metadata");
    }

    /**
     * Returns a message with this payload and metadata.
     *
     * @param payload not {@code null}
     * @param metadata not {@code null}
     * @throws NullPointerException if either is {@code null}
     */
    public static <T> OutboxMessage<T> of(T payload, OutboxMetadata metadata) {
        return new OutboxMessage<>(payload, metadata);
    }

    @Override
    public T getPayload() {
        return payload;
    }

    /** Returns the metadata of this message. Not {@code null}. */
    public OutboxMetadata metadata() {
        return metadata;
    }

    @Override
    public <C> C unwrap(Class<C> type) {
        return type == OutboxMetadata.class ? type.cast(metadata) : Message.super.unwrap(type);
    }
}
