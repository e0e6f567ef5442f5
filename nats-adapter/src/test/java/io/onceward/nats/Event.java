// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import io.onceward.spi.OutboxEvent;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** An event of a test. */
record Event(String id, String channel, String key, byte[] payload, Map<String, String> headers, String destination)
        implements OutboxEvent {

    static Event of(String id, String key, String subject) {
        return new Event(id, "orders", key, id.getBytes(StandardCharsets.UTF_8), Map.of(), "nats:" + subject);
    }

    Event onChannel(String other) {
        return new Event(id, other, key, payload, headers, destination);
    }

    Event withPayload(byte[] other) {
        return new Event(id, channel, key, other, headers, destination);
    }

    Event withHeaders(Map<String, String> other) {
        return new Event(id, channel, key, payload, other, destination);
    }

    @Override
    public String type() {
        return "order-placed";
    }

    @Override
    public String contentType() {
        return "text/plain";
    }
}
