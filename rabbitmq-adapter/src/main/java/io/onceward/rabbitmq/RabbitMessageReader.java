// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import com.rabbitmq.client.Delivery;
import io.onceward.api.OutboxMetadata;
import io.onceward.cloudevents.CloudEvent;
import io.onceward.spi.MessageReader;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Reads messages. Their bodies are bytes, which the content type describes. */
final class RabbitMessageReader implements MessageReader {

    private final RabbitCloudEvent cloudEvents = new RabbitCloudEvent();

    @Override
    public Content read(Object message) {
        Delivery received = (Delivery) message;
        CloudEvent event = cloudEvents.inBody(received);
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
