// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.onceward.spi.MessageIdentity;
import io.onceward.spi.MessageKind;
import io.onceward.spi.MessageReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads messages of tests: a text, which is its own identity, or a message with id, key and body. */
final class TextMessages implements MessageIdentity, MessageReader {

    /** A message. Without an id it has no identity, and without a body it cannot be stored. */
    record Text(String id, String key, String body) {}

    /** A message with properties. */
    record Headed(String id, String body, Map<String, String> headers) {}

    static List<MessageKind> kinds() {
        TextMessages texts = new TextMessages();
        return List.of(
                new MessageKind(String.class, texts, texts),
                new MessageKind(Text.class, texts, texts),
                new MessageKind(Headed.class, texts, texts));
    }

    @Override
    public String hint() {
        return "an id";
    }

    @Override
    public Optional<Identity> of(Object message) {
        if (message instanceof Headed headed) {
            return Optional.of(new Identity(headed.id(), false));
        }
        String id = message instanceof Text text ? text.id() : (String) message;
        return Optional.ofNullable(id).map(value -> new Identity(value, false));
    }

    @Override
    public Optional<String> property(Object message, String name) {
        return message instanceof Headed headed
                ? Optional.ofNullable(headed.headers().get(name))
                : Optional.empty();
    }

    @Override
    public Content read(Object message) {
        if (message instanceof Headed headed) {
            return Content.of(headed.body().getBytes(StandardCharsets.UTF_8), "text/plain")
                    .withHeaders(headed.headers());
        }
        Text text = (Text) message;
        if (text.body() == null) {
            throw new IllegalArgumentException("it has no body");
        }
        return content(text, text.body());
    }

    /** The place of a message without an id is its key. */
    @Override
    public Optional<Content> unread(Object message) {
        Text text = (Text) message;
        return Optional.of(content(text, "unread " + text.body()).withOrigin("queue orders", text.key()));
    }

    private static Content content(Text text, String body) {
        return Content.of(body.getBytes(StandardCharsets.UTF_8), "text/plain")
                .withKey(text.key())
                .withHeaders(Map.of("tenant", "acme"));
    }
}
