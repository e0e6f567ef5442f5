// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import io.onceward.cloudevents.CloudEvent;
import io.onceward.spi.MessageReader;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** Reads records with bytes or texts as values, and records without a value. */
final class KafkaMessageReader implements MessageReader {

    private final KafkaCloudEvent cloudEvents = new KafkaCloudEvent();

    @Override
    public Content read(Object message) {
        ConsumerRecord<?, ?> received = (ConsumerRecord<?, ?>) message;
        return content(received, cloudEvents.inValue(received));
    }

    /** A record has a place, and the consumer is told of no earlier delivery. */
    @Override
    public Optional<Content> unread(Object message) {
        ConsumerRecord<?, ?> received = (ConsumerRecord<?, ?>) message;
        return Optional.of(content(received, null)
                .withOrigin(
                        "topic " + received.topic() + ", partition " + received.partition() + ", offset "
                                + received.offset(),
                        KafkaMessageIdentity.placeAndTime(received)));
    }

    /** @param event the event in the value; {@code null} if it is none, or is not read */
    private static Content content(ConsumerRecord<?, ?> received, CloudEvent event) {
        Map<String, String> attributes = event != null ? event.attributes() : KafkaCloudEvent.attributes(received);
        return Content.of(event != null ? event.data() : KafkaCloudEvent.value(received), contentType(received, event))
                .withKey(firstOf(RecordText.key(received), attributes.get(CloudEvent.PARTITIONKEY)))
                .withType(firstOf(RecordText.header(received, KafkaHeaders.TYPE), attributes.get(CloudEvent.TYPE)))
                .withHeaders(headers(received, attributes));
    }

    private static String contentType(ConsumerRecord<?, ?> received, CloudEvent event) {
        String written = event != null
                ? event.attributes().get(CloudEvent.DATACONTENTTYPE)
                : RecordText.header(received, KafkaHeaders.CONTENT_TYPE);
        if (written != null) {
            return written;
        }
        return received.value() instanceof CharSequence ? "text/plain" : "application/octet-stream";
    }

    /** Returns the headers of the application, without those of Onceward; of headers with the same name the last one. */
    private static Map<String, String> headers(ConsumerRecord<?, ?> received, Map<String, String> attributes) {
        Map<String, String> headers = new LinkedHashMap<>();
        for (Header header : received.headers()) {
            String name = header.key();
            String text = RecordText.of(header.value());
            if (text != null
                    && !name.startsWith(KafkaHeaders.OWN)
                    && !name.equals(KafkaHeaders.CONTENT_TYPE)
                    && !KafkaCloudEvent.isAttribute(name)) {
                headers.put(name, text);
            }
        }
        attributes.forEach((name, value) -> {
            headers.put(CloudEvent.PREFIX + name, value);
            if (CloudEvent.isHeader(name)) {
                headers.putIfAbsent(name, value);
            }
        });
        return headers;
    }

    private static String firstOf(String... texts) {
        return Stream.of(texts)
                .filter(text -> text != null && !text.isEmpty())
                .findFirst()
                .orElse(null);
    }
}
