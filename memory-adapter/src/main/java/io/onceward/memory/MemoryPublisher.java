// SPDX-License-Identifier: Apache-2.0
package io.onceward.memory;

import io.onceward.memory.broker.RefusedException;
import io.onceward.spi.EventPublisher;
import io.onceward.spi.OutboxEvent;
import io.onceward.spi.Settings;
import java.io.IOException;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;

/** Publishes to brokers in memory, one event after the other. */
final class MemoryPublisher implements EventPublisher {

    private final Duration timeout;

    MemoryPublisher(Duration timeout) {
        this.timeout = timeout;
    }

    static Duration timeout(Settings settings) {
        try {
            return Duration.parse(settings.value(MemoryAdapter.TIMEOUT).orElseThrow());
        } catch (DateTimeParseException e) {
            throw settings.illegalValue(MemoryAdapter.TIMEOUT, "a duration such as PT5S");
        }
    }

    @Override
    public void publish(List<OutboxEvent> events, Results results) throws InterruptedException {
        for (OutboxEvent event : events) {
            if (results.wants(event) && !publish(event, results)) {
                return;
            }
        }
    }

    /** Publishes an event; returns whether the broker has answered. */
    private boolean publish(OutboxEvent event, Results results) throws InterruptedException {
        try {
            MemoryDestination to = MemoryDestination.parse(event.destination());
            to.broker().publish(to.queue(), MemoryMessage.of(event), timeout);
        } catch (RefusedException e) {
            results.refused(event, e.reason(), false);
            return true;
        } catch (IOException e) {
            results.unavailable(e);
            return false;
        }
        results.confirmed(event);
        return true;
    }
}
