// SPDX-License-Identifier: Apache-2.0
package io.oncebox.api;

import java.util.Objects;
import org.eclipse.microprofile.reactive.messaging.Message;

/**
 * A {@link Message} of the stored inbox, as handlers with a parameter of that type get it. Its
 * {@link InboxMetadata} is what {@code unwrap(InboxMetadata.class)} gives. Acknowledging it does nothing: the message
 * was acknowledged when it was stored, and it is done when the handler's transaction commits.
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
     * A message with this payload and metadata, to test handlers with.
     *
     * @throws NullPointerException if either is {@code null}
     */
    public static <T> InboxMessage<T> of(T payload, InboxMetadata metadata) {
        return new InboxMessage<>(payload, metadata);
    }

    @Override
    public T getPayload() {
        return payload;
    }

    /** The metadata of this message. */
    public InboxMetadata metadata() {
        return metadata;
    }

    @Override
    public <C> C unwrap(Class<C> type) {
        return type == InboxMetadata.class ? type.cast(metadata) : Message.super.unwrap(type);
    }
}
