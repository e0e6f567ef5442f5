// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import io.onceward.cloudevents.CloudEvent;
import io.onceward.spi.OutboxEvent;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Makes the records of events. The broker sets their time: retention counts from it, and an event may be old. */
final class KafkaRecords {

    private KafkaRecords() {}

    /**
     * @throws io.onceward.api.OncewardException if the destination is malformed, or a text of the event can't be encoded
     */
    static ProducerRecord<byte[], byte[]> of(OutboxEvent event) {
        String topic = KafkaTopic.parse(event.destination()).name();
        byte[] key = event.key() == null ? null : bytes("key", event.key());
        ProducerRecord<byte[], byte[]> made = new ProducerRecord<>(topic, null, key, event.payload());
        for (Map.Entry<String, String> header : event.headers().entrySet()) {
            bytes("name of a header", header.getKey());
            made.headers().add(name(header.getKey()), bytes("value of a header", header.getValue()));
        }
        add(made, KafkaHeaders.ID, event.id());
        add(made, KafkaHeaders.CHANNEL, event.channel());
        add(made, KafkaHeaders.TYPE, event.type());
        add(made, KafkaHeaders.CONTENT_TYPE, event.contentType());
        return made;
    }

    /** Another writer's row may have a header of the name of ours, which must not count. */
    private static void add(ProducerRecord<byte[], byte[]> made, String name, String value) {
        made.headers().remove(name);
        made.headers().add(name, bytes(name, value));
    }

    private static String name(String header) {
        return header.startsWith(CloudEvent.PREFIX)
                ? KafkaHeaders.CLOUD_EVENT + header.substring(CloudEvent.PREFIX.length())
                : header;
    }

    private static byte[] bytes(String what, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        // half of a surrogate pair became a question mark
        if (!new String(bytes, StandardCharsets.UTF_8).equals(text)) {
            throw KafkaErrors.notEncodable(what);
        }
        return bytes;
    }
}
