// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import io.onceward.api.OncewardException;
import io.onceward.api.RetryLaterException;
import io.onceward.broker.MessageKinds;
import io.onceward.codec.StrictDecoder;
import io.onceward.spi.MessageKind;
import io.onceward.spi.PayloadCodec;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** Decodes the payloads of received messages for code that gets the messages itself. Thread-safe. */
public final class MessagePayloads {

    private final MessageKinds kinds;
    private final List<PayloadCodec> codecs;

    /** A cache of this application, so that its classes can be unloaded with it. */
    private final Map<Class<?>, StrictDecoder> decoders = new ConcurrentHashMap<>();

    /** @param codecs of the application, and behind them the built-in ones */
    public MessagePayloads(MessageKinds kinds, List<PayloadCodec> codecs) {
        this.kinds = kinds;
        this.codecs = codecs;
    }

    /**
     * Decodes the payload of a message.
     *
     * @throws OncewardException if the message has no payload of this type
     */
    public <T> T decode(Object message, Class<T> type) {
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(type, "type");
        byte[] payload = payload(message, type);
        StrictDecoder decoder = decoder(type);
        Object decoded;
        try {
            decoded = decoder.decode(payload);
        } catch (RetryLaterException e) {
            throw e;
        } catch (Exception | StackOverflowError e) {
            throw PayloadErrors.undecodable(
                    type, decoder.unsuitable().orElseGet(() -> e.getClass().getName()), e);
        }
        decoder.lost(payload, decoded).ifPresent(field -> {
            throw PayloadErrors.valueLost(type, field);
        });
        return type.cast(decoded);
    }

    private StrictDecoder decoder(Class<?> type) {
        try {
            return decoders.computeIfAbsent(type, each -> new StrictDecoder(codecs, each));
        } catch (IllegalStateException e) {
            throw PayloadErrors.undecodable(type, "no PayloadCodec decodes it", e);
        }
    }

    private byte[] payload(Object message, Class<?> type) {
        MessageKind kind = kinds.of(message)
                .orElseThrow(() -> PayloadErrors.noPayload(
                        message, type, "the application has adapters for " + kinds.adapters() + " only"));
        try {
            return kind.reader().read(message).payload();
        } catch (OncewardException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw PayloadErrors.noPayload(message, type, String.valueOf(e.getMessage()));
        } catch (Exception e) {
            throw PayloadErrors.undecodable(type, "the message can't be read", e);
        }
    }
}
