// SPDX-License-Identifier: Apache-2.0
package io.onceward.tracing;

import io.onceward.spi.EventPublisher;
import io.onceward.spi.OutboxEvent;
import java.util.concurrent.atomic.AtomicReference;

/** Passes results on, and keeps the first failure for the trace. Thread-safe. */
final class TracedResults implements EventPublisher.Results {

    private final EventPublisher.Results results;
    private final AtomicReference<Exception> failure = new AtomicReference<>();

    TracedResults(EventPublisher.Results results) {
        this.results = results;
    }

    @Override
    public boolean wants(OutboxEvent event) {
        return results.wants(event);
    }

    @Override
    public void confirmed(OutboxEvent event) {
        results.confirmed(event);
    }

    @Override
    public void refused(OutboxEvent event, Exception reason, boolean forever) {
        failure.compareAndSet(null, reason);
        results.refused(event, reason, forever);
    }

    @Override
    public void unavailable(Exception reason) {
        failure.compareAndSet(null, reason);
        results.unavailable(reason);
    }

    /** Returns the first failure that was reported; {@code null} if there was none. */
    Exception failure() {
        return failure.get();
    }
}
