// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.Envelope;
import io.onceward.api.OutboxMetadata;
import io.onceward.cloudevents.CloudEvent;
import io.onceward.spi.MessageReader;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads messages. Their bodies are bytes, which the content type describes. */
final class RabbitMessageReader implements MessageReader {

    private final RabbitCloudEvent cloudEvents = new RabbitCloudEvent();

    @Override
    public Content read(Object message) {
        Delivery received = (Delivery) message;
        return content(received, cloudEvents.inBody(received));
    }

    /** The broker itself tells no message from another one, so it has no place. */
    @Override
    public Optional<Content> unread(Object message) {
        Delivery received = (Delivery) message;
        Envelope envelope = received.getEnvelope();
        String count = RabbitText.header(received, RabbitHeaders.DELIVERY_COUNT);
        return Optional.of(content(received, null)
                .withOrigin(
                        "exchange '" + envelope.getExchange() + "', routing key '" + envelope.getRoutingKey() + "', "
                                + (envelope.isRedeliver()
                                        ? "redelivered, so without an id it may be a copy of a parked message"
                                        : "not redelivered")
                                + (count == null ? "" : ", " + RabbitHeaders.DELIVERY_COUNT + " " + count),
                        null));
    }

    /** @param event the event in the body; {@code null} if it is none, or is not read */
    private static Content content(Delivery received, CloudEvent event) {
        Map<String, String> attributes = event != null ? event.attributes() : RabbitCloudEvent.attributes(received);
        return Content.of(event != null ? event.data() : received.getBody(), contentType(received, event, attributes))
                .withKey(firstOf(
                        RabbitText.header(received, RabbitHeaders.KEY), attributes.get(CloudEvent.PARTITIONKEY)))
                .withType(firstOf(
                        RabbitText.header(received, RabbitHeaders.TYPE),
                        attributes.get(CloudEvent.TYPE),
                        received.getProperties().getType()))
                .withHeaders(headers(received, attributes));
    }

    private static String contentType(Delivery received, CloudEvent event, Map<String, String> attributes) {
        String ofData = attributes.get(CloudEvent.DATACONTENTTYPE);
        String written = event != null ? ofData : firstOf(RabbitCloudEvent.contentType(received), ofData);
        return written == null ? "application/octet-stream" : written;
    }

    /** Returns the headers of the application, without those of Onceward and of the broker. */
    private static Map<String, String> headers(Delivery received, Map<String, String> attributes) {
        Map<String, String> headers = new LinkedHashMap<>();
        RabbitText.headers(received).forEach((name, value) -> {
            String text = RabbitText.of(value);
            if (text != null
                    && !name.startsWith(RabbitHeaders.OWN)
                    && !RabbitHeaders.isOfTheBroker(name)
                    && !RabbitHeaders.isAttribute(name)) {
                headers.put(name, text);
            }
        });
        attributes.forEach((name, value) -> {
            headers.put(CloudEvent.PREFIX + name, value);
            if (CloudEvent.isHeader(name)) {
                headers.putIfAbsent(name, value);
            }
        });
        String correlation = received.getProperties().getCorrelationId();
        if (correlation != null && !correlation.equals(RabbitText.header(received, RabbitHeaders.ID))) {
            headers.putIfAbsent(OutboxMetadata.CORRELATION_ID, correlation);
        }
        return headers;
    }

    private static String firstOf(String... texts) {
        return Stream.of(texts)
                .filter(text -> text != null && !text.isEmpty())
                .findFirst()
                .orElse(null);
    }
}
