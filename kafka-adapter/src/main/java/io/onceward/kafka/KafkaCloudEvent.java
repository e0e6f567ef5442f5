// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import io.onceward.cloudevents.CloudEvent;
import io.onceward.cloudevents.JsonFormat;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** Finds the CloudEvent in a record: by the Kafka binding, version 1.0.2. */
final class KafkaCloudEvent {

    private final JsonFormat json = new JsonFormat();

    /**
     * Returns the event in the value, if the content type says that the value is a CloudEvent.
     *
     * @return {@code null} if it does not
     * @throws IllegalArgumentException if the value is no CloudEvent, with the reason
     */
    CloudEvent inValue(ConsumerRecord<?, ?> received) {
        String contentType = RecordText.header(received, KafkaHeaders.CONTENT_TYPE);
        return contentType != null && JsonFormat.isNamedBy(contentType) ? json.read(value(received)) : null;
    }

    /** Returns the attributes among the headers, if there are any. */
    static Map<String, String> attributes(ConsumerRecord<?, ?> received) {
        Map<String, String> attributes = new LinkedHashMap<>();
        for (Header header : received.headers()) {
            String text = RecordText.of(header.value());
            if (isAttribute(header.key()) && text != null) {
                attributes.put(header.key().substring(KafkaHeaders.CLOUD_EVENT.length()), text);
            }
        }
        return attributes;
    }

    static boolean isAttribute(String header) {
        return header.startsWith(KafkaHeaders.CLOUD_EVENT);
    }

    /**
     * Returns the bytes of the value; none for a record without a value.
     *
     * @throws IllegalArgumentException if it is neither bytes nor a text
     */
    static byte[] value(ConsumerRecord<?, ?> received) {
        Object value = received.value();
        if (value == null) {
            return new byte[0];
        }
        if (value instanceof byte[] bytes) {
            return bytes;
        }
        if (value instanceof CharSequence text) {
            return text.toString().getBytes(StandardCharsets.UTF_8);
        }
        throw new IllegalArgumentException(
                "its value is of " + value.getClass().getName() + ", and Onceward reads bytes and texts");
    }
}
