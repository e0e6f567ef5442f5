// SPDX-License-Identifier: Apache-2.0
package io.onceward.tracing;

import io.onceward.spi.EventPublisher;
import io.onceward.spi.OutboxEvent;
import java.util.List;

/** A publisher that reports each batch to the tracing system. */
public record TracedPublisher(EventPublisher publisher, ContextPropagation propagation) implements EventPublisher {

    /** The step fails with the first failure that the publisher reports. */
    @Override
    public void publish(List<OutboxEvent> events, Results results) throws Exception {
        TracedResults traced = new TracedResults(results);
        propagation.publish(events, () -> {
            publisher.publish(events, traced);
            return traced.failure();
        });
    }

    @Override
    public void close() {
        publisher.close();
    }
}
