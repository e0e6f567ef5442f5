// SPDX-License-Identifier: Apache-2.0
package io.onceward.api;

import java.util.Objects;
import org.eclipse.microprofile.reactive.messaging.Message;

/**
 * A {@link Message} of the stored inbox, for handlers with a parameter of this type. {@code unwrap(InboxMetadata.class)} returns
 * its metadata. Acknowledging it has no effect: Onceward acknowledged the message when it stored it, and completes it when the
 * handler's transaction commits.
 *
 * <p>Immutable, so thread-safe if its payload is.
 *
 * @param <T> the payload's type
 * @since 0.1
 */
public final class InboxMessage<T> implements Message<T> {

    private final T payload;
    private final InboxMetadata metadata;

    private InboxMessage(T payload, InboxMetadata metadata) {
        this.payload = Objects.requireNonNull(payload, "payload");
        this.metadata = Objects.requireNonNull(metadata, "metadata");
    }

    /**
     * Returns a message with this payload and metadata, for tests of handlers.
     *
     * @param payload not {@code null}
     * @param metadata not {@code null}
     * @throws NullPointerException if either is {@code null}
     */
    public static <T> InboxMessage<T> of(T payload, InboxMetadata metadata) {
        return new InboxMessage<>(payload, metadata);
    }

    @Override
    public T getPayload() {
        return payload;
    }

    /** Returns the metadata of this message. Not {@code null}. */
    public InboxMetadata metadata() {
        return metadata;
    }

    @Override
    public <C> C unwrap(Class<C> type) {
        return type == InboxMetadata.class ? type.cast(metadata) : Message.super.unwrap(type);
    }
}
