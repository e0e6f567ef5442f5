// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import com.rabbitmq.client.AMQP.BasicProperties;
import io.onceward.spi.OutboxEvent;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * The message of an event.
 *
 * @param order whose messages keep their order: the channel and key; {@code null} if the order does not matter, or is kept
 *     without waiting
 * @param body not copied
 */
record RabbitMessage(
        OutboxEvent event, String exchange, String routingKey, Object order, BasicProperties properties, byte[] body) {

    private static final int PERSISTENT = 2;

    private record Order(String channel, String key) {}

    /**
     * @throws io.onceward.api.OncewardException if the destination is malformed, or a text of the event is illegal in a message
     */
    static RabbitMessage of(OutboxEvent event) {
        RabbitTarget target = RabbitTarget.parse(event.destination());
        requireEncodable("id", event.id());
        requireEncodable("type", event.type());
        requireEncodable("channel", event.channel());
        requireEncodable("content type", event.contentType());
        if (event.key() != null) {
            requireEncodable("key", event.key());
        }
        Object order = target.isStrict() && event.key() != null ? new Order(event.channel(), event.key()) : null;
        return new RabbitMessage(
                event,
                target.exchange(),
                target.routingKey(event),
                order,
                properties(event, headers(event)),
                event.payload());
    }

    /** Another writer's row may have a header of the name of ours, which must not count. */
    private static Map<String, Object> headers(OutboxEvent event) {
        Map<String, Object> headers = new HashMap<>();
        for (Map.Entry<String, String> header : event.headers().entrySet()) {
            requireEncodable("name of a header", header.getKey());
            requireEncodable("value of a header", header.getValue());
            if (!header.getKey().startsWith(RabbitHeaders.OWN)) {
                headers.put(header.getKey(), header.getValue());
            }
        }
        headers.put(RabbitHeaders.ID, event.id());
        headers.put(RabbitHeaders.CHANNEL, event.channel());
        headers.put(RabbitHeaders.TYPE, event.type());
        if (event.key() != null) {
            headers.put(RabbitHeaders.KEY, event.key());
        }
        if (RabbitTarget.isTooLong(event.contentType())) {
            headers.put(RabbitHeaders.CONTENT_TYPE, event.contentType());
        }
        return headers;
    }

    private static BasicProperties properties(OutboxEvent event, Map<String, Object> headers) {
        BasicProperties.Builder properties = new BasicProperties.Builder();
        event.priority().ifPresent(properties::priority);
        event.expiresAt().ifPresent(expiry -> properties.expiration(remaining(expiry)));
        return properties
                .deliveryMode(PERSISTENT)
                .messageId(fitting(event.id()))
                .type(fitting(event.type()))
                .contentType(fitting(event.contentType()))
                .correlationId(fitting(event.correlationId()))
                .headers(headers)
                .build();
    }

    /** Returns the rest of the time to live, in milliseconds: the relay has found that it has not ended. */
    private static String remaining(Instant expiry) {
        return Long.toString(Math.max(1, expiry.toEpochMilli() - System.currentTimeMillis()));
    }

    /** Returns the text if a property can hold it, else {@code null}: a header has the complete value. */
    private static String fitting(String text) {
        return RabbitTarget.isTooLong(text) ? null : text;
    }

    private static void requireEncodable(String what, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        // half of a surrogate pair became a question mark
        if (!new String(bytes, StandardCharsets.UTF_8).equals(text)) {
            throw RabbitErrors.notEncodable(what);
        }
    }
}
