// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.queue.RecordedEvent;
import io.onceward.spi.OutboxEvent;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * An event with reserved headers, as its publisher gets it.
 *
 * @param event the event, as its row has it
 * @param headers without the reserved headers
 * @param reservedHeaders the reserved headers
 */
record PublishedEvent(RecordedEvent event, Map<String, String> headers, Map<String, String> reservedHeaders)
        implements OutboxEvent {

    /** Returns the event for its publisher. Most events have no reserved headers. */
    static OutboxEvent of(RecordedEvent event) {
        if (!ReservedHeaders.isIn(event.headers())) {
            return event;
        }
        Map<String, String> headers = new LinkedHashMap<>();
        Map<String, String> reserved = new LinkedHashMap<>();
        event.headers()
                .forEach((name, value) -> (ReservedHeaders.isReserved(name) ? reserved : headers).put(name, value));
        return new PublishedEvent(event, Collections.unmodifiableMap(headers), Collections.unmodifiableMap(reserved));
    }

    @Override
    public OptionalInt priority() {
        return ReservedHeaders.priority(reservedHeaders);
    }

    @Override
    public Optional<Instant> expiresAt() {
        return ReservedHeaders.expiresAt(reservedHeaders);
    }

    @Override
    public String id() {
        return event.id();
    }

    @Override
    public String channel() {
        return event.channel();
    }

    @Override
    public String key() {
        return event.key();
    }

    @Override
    public String type() {
        return event.type();
    }

    @Override
    public byte[] payload() {
        return event.payload();
    }

    @Override
    public String contentType() {
        return event.contentType();
    }

    @Override
    public String destination() {
        return event.destination();
    }
}
