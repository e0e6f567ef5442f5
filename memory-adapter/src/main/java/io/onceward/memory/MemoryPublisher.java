// SPDX-License-Identifier: Apache-2.0
package io.onceward.memory;

import io.onceward.spi.EventPublisher;
import io.onceward.spi.OutboxEvent;
import java.io.IOException;
import java.util.List;

/** Publishes to brokers in memory. */
final class MemoryPublisher implements EventPublisher {

    @Override
    public void publish(List<OutboxEvent> events, Results results) {
        for (OutboxEvent event : events) {
            if (results.wants(event) && !publish(event, results)) {
                return;
            }
        }
    }

    /** Publishes an event; returns whether the broker can be reached. */
    private static boolean publish(OutboxEvent event, Results results) {
        MemoryDestination to = MemoryDestination.parse(event.destination());
        try {
            to.found()
                    .publish(
                            to.queue(),
                            new MemoryMessage(event.id(), event.key(), event.type(), event.payload(), event.headers()));
        } catch (MemoryBroker.RefusedException e) {
            results.refused(event, e, false);
            return true;
        } catch (IOException e) {
            results.unavailable(e);
            return false;
        }
        results.confirmed(event);
        return true;
    }
}
