// SPDX-License-Identifier: Apache-2.0
package io.onceward.memory;

import io.onceward.spi.MessageIdentity;
import io.onceward.spi.MessageReader;
import java.util.Optional;
import java.util.Set;

/** Reads and identifies messages of brokers in memory. */
final class MemoryMessages implements MessageReader, MessageIdentity {

    private static final String ID = "memory-id";

    @Override
    public Content read(Object received) {
        MemoryMessage message = (MemoryMessage) received;
        if (message.body() == null) {
            throw new IllegalArgumentException("it has no body");
        }
        return content(message, message.body());
    }

    @Override
    public Optional<Content> unread(Object received) {
        MemoryMessage message = (MemoryMessage) received;
        byte[] body = message.body() == null ? new byte[0] : message.body();
        return Optional.of(content(message, body).withOrigin("a broker in memory", null));
    }

    private static Content content(MemoryMessage message, byte[] body) {
        return Content.of(body, message.contentType())
                .withKey(message.key())
                .withType(message.type())
                .withHeaders(message.headers());
    }

    @Override
    public Optional<Identity> of(Object received) {
        return Optional.ofNullable(((MemoryMessage) received).id()).map(id -> new Identity(id, false));
    }

    @Override
    public String hint() {
        return "the id";
    }

    @Override
    public Set<String> headers() {
        return Set.of(ID);
    }

    @Override
    public Optional<String> header(Object received, String name) {
        return name.equals(ID) ? Optional.ofNullable(((MemoryMessage) received).id()) : Optional.empty();
    }

    @Override
    public Optional<String> property(Object received, String name) {
        return Optional.ofNullable(((MemoryMessage) received).headers().get(name));
    }

    @Override
    public Context context(Object received) {
        MemoryMessage message = (MemoryMessage) received;
        return Context.of(MemoryAdapter.SCHEME)
                .withKey(message.key())
                .withCorrelationId(message.id())
                .withHeaders(message.headers());
    }
}
