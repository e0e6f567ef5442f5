// SPDX-License-Identifier: Apache-2.0
package io.onceward.tracing;

import io.onceward.api.OutboxMetadata;
import io.onceward.spi.OutboxEvent;
import io.onceward.spi.Tracing.TracedMessage;
import java.util.Map;

/** An event that is recorded or published, for the tracing system. */
record TracedEvent(String id, String correlationId, Map<String, String> context) implements TracedMessage {

    /** Returns an event that is published. */
    static TracedEvent of(OutboxEvent event) {
        return of(event, event.headers());
    }

    /** Returns an event that is recorded with these headers. */
    static TracedEvent of(OutboxEvent event, Map<String, String> headers) {
        String correlationId = headers.getOrDefault(OutboxMetadata.CORRELATION_ID, event.id());
        return new TracedEvent(event.id(), correlationId, TraceContext.of(headers));
    }
}
