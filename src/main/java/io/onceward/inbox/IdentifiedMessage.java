// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import io.onceward.api.ReceivedMessage;
import io.onceward.spi.MessageIdentity;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;

/** A received message and the adapter's part that reads it. */
record IdentifiedMessage(String handler, Object message, MessageIdentity identities, MessageIdentities all)
        implements ReceivedMessage {

    @Override
    public Optional<String> property(String name) {
        Objects.requireNonNull(name, "name");
        return read(() -> identities.property(message, name));
    }

    @Override
    public Optional<String> header(String name) {
        Objects.requireNonNull(name, "name");
        if (!identities.headers().contains(name)) {
            throw CallErrors.unknownHeader(handler, name, identities.headers());
        }
        return read(() -> identities.header(message, name));
    }

    @Override
    public Optional<String> identity() {
        return read(() -> all.identity(this));
    }

    private <T> T read(Callable<T> reading) {
        try {
            return reading.call();
        } catch (Exception e) {
            throw CallErrors.unreadableIdentity(handler, e);
        }
    }

    @Override
    public <T> T unwrap(Class<T> type) {
        Objects.requireNonNull(type, "type");
        if (!type.isInstance(message)) {
            throw new IllegalArgumentException(
                    "The message is a " + message.getClass().getName() + ", not a " + type.getName());
        }
        return type.cast(message);
    }
}
