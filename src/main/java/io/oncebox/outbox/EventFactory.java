// SPDX-License-Identifier: Apache-2.0
package io.oncebox.outbox;

import io.oncebox.api.OutboxMetadata;
import io.oncebox.log.Errors;
import io.oncebox.spi.OutboxEvent;
import io.oncebox.spi.PayloadCodec;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/** Makes the event from payload and metadata; what can't be stored or published later is refused here. */
final class EventFactory {

    /** The widths of the columns. */
    static final int MAX_ID = 128;

    static final int MAX_KEY = 255;
    static final int MAX_TYPE = 255;

    private final List<PayloadCodec> codecs;
    private final Limits limits;

    EventFactory(List<PayloadCodec> codecs, Limits limits) {
        this.codecs = List.copyOf(codecs);
        this.limits = limits;
    }

    OutboxEvent create(Channel channel, Object payload, OutboxMetadata metadata) {
        if (payload == null) {
            throw Errors.nothingToRecord(channel.name(), "A null payload");
        }
        EventClass eventClass = EventClass.of(payload.getClass());
        String id = metadata.id() != null ? metadata.id() : UUID.randomUUID().toString();
        String key = metadata.key() != null ? metadata.key() : eventClass.key(payload);
        String type = firstOf(metadata.type(), eventClass.type(), channel.name());
        requireLength("id", channel, id, MAX_ID);
        requireLength("key", channel, key, MAX_KEY);
        requireLength("type", channel, type, MAX_TYPE);
        verifyHeaders(channel, metadata.headers());
        PayloadCodec codec = codecFor(channel, payload.getClass());
        return new OutboxEvent(
                id,
                channel.name(),
                key,
                type,
                encode(channel, codec, payload),
                codec.contentType(),
                metadata.headers(),
                channel.destination(),
                lane(key, id, channel.store().lanes()),
                metadata.deliverAt());
    }

    private static String firstOf(String... values) {
        return Arrays.stream(values).filter(Objects::nonNull).findFirst().orElseThrow();
    }

    /** Events of one key share a lane; events without one are spread. */
    private static int lane(String key, String id, int lanes) {
        return Math.floorMod((key != null ? key : id).hashCode(), lanes);
    }

    private PayloadCodec codecFor(Channel channel, Class<?> type) {
        return codecs.stream()
                .filter(codec -> codec.handles(type))
                .findFirst()
                .orElseThrow(() -> Errors.notEncodable(
                        channel.name(), type, new IllegalStateException("no codec handles this class")));
    }

    private byte[] encode(Channel channel, PayloadCodec codec, Object payload) {
        byte[] bytes;
        try {
            bytes = codec.encode(payload);
        } catch (Exception | StackOverflowError e) {
            throw Errors.notEncodable(channel.name(), payload.getClass(), e);
        }
        if (bytes.length > limits.payloadSize()) {
            throw Errors.payloadTooLarge(channel.name(), payload.getClass(), bytes.length, limits.payloadSize());
        }
        return bytes;
    }

    private static void requireLength(String what, Channel channel, String value, int max) {
        if (value != null && value.length() > max) {
            throw Errors.tooLong(what, channel.name(), value.length(), max);
        }
    }

    private void verifyHeaders(Channel channel, Map<String, String> headers) {
        int size = 0;
        for (Map.Entry<String, String> header : headers.entrySet()) {
            HeaderName.verify(header.getKey(), channel.name());
            size += bytes(header.getKey()) + bytes(header.getValue());
        }
        if (size > limits.headersSize()) {
            throw Errors.headersTooLarge(channel.name(), size, limits.headersSize());
        }
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
