// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import io.onceward.spi.OutboxEvent;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** An event of channel {@code orders} with key {@code k} and type {@code OrderPlaced}. */
record TestEvent(String id, String destination, byte[] payload, String contentType, Map<String, String> headers)
        implements OutboxEvent {

    static TestEvent of(String id, String url) {
        byte[] payload = "{\"order\":1}".getBytes(StandardCharsets.UTF_8);
        return new TestEvent(id, "webhook:" + url, payload, "application/json", Map.of());
    }

    TestEvent with(Map<String, String> newHeaders) {
        return new TestEvent(id, destination, payload, contentType, newHeaders);
    }

    TestEvent withContentType(String newContentType) {
        return new TestEvent(id, destination, payload, newContentType, headers);
    }

    @Override
    public String channel() {
        return "orders";
    }

    @Override
    public String key() {
        return "k";
    }

    @Override
    public String type() {
        return "OrderPlaced";
    }
}
