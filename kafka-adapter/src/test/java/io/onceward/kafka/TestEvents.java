// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import io.onceward.queue.RecordedEvent;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Events of the tests. */
final class TestEvents {

    private TestEvents() {}

    static RecordedEvent event(String topic, String id, String key) {
        return event(topic, id, key, Map.of());
    }

    static RecordedEvent event(String topic, String id, String key, Map<String, String> headers) {
        return new RecordedEvent(
                id,
                "orders",
                key,
                "OrderPlaced",
                bytes("{\"id\":\"" + id + "\"}"),
                "application/json",
                headers,
                "kafka:" + topic,
                0,
                null);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static String id(ConsumerRecord<?, ?> received) {
        return header(received, "onceward_id");
    }

    static String header(ConsumerRecord<?, ?> received, String name) {
        return new String(received.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }
}
