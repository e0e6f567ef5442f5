// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import io.onceward.queue.RecordedEvent;
import io.onceward.spi.OutboxEvent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Events of the tests. */
final class TestEvents {

    private TestEvents() {}

    /** @param destination without the scheme */
    static RecordedEvent event(String destination, String id, String key) {
        return event(destination, id, key, Map.of());
    }

    static RecordedEvent event(String destination, String id, String key, Map<String, String> headers) {
        return new RecordedEvent(
                id,
                "orders",
                key,
                "OrderPlaced",
                bytes("{\"id\":\"" + id + "\"}"),
                "application/json",
                headers,
                "rabbitmq:" + destination,
                0,
                null);
    }

    static RecordedEvent typed(String destination, String id, String key, String type) {
        return new RecordedEvent(
                id, "orders", key, type, bytes("x"), "text/plain", Map.of(), "rabbitmq:" + destination, 0, null);
    }

    /** Returns events of one key with the numbers from one to another as their ids. */
    static List<OutboxEvent> numbered(String destination, int from, int to) {
        List<OutboxEvent> events = new ArrayList<>();
        for (int i = from; i < to; i++) {
            events.add(event(destination, Integer.toString(i), "k"));
        }
        return events;
    }

    static List<String> numbers(int from, int to) {
        return numbered("queue:q", from, to).stream().map(OutboxEvent::id).toList();
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
