// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.log.DatabaseErrors;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.Time;
import io.onceward.queue.store.QueuedEvent;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An event that no broker gets, because it has expired or its row has an illegal value.
 *
 * @param event the event
 * @param expiry when it expired; {@code null} if it has an illegal value
 * @param reason why it is parked; {@code null} if it is dropped
 */
record UnsendableEvent(RecordedEvent event, Instant expiry, Exception reason) {

    /** Returns empty if the event can be sent. */
    static Optional<UnsendableEvent> of(Outlet outlet, QueuedEvent queued, Time time) {
        RecordedEvent event = queued.event();
        try {
            return outlet.expiresAt(queued)
                    .filter(expiry -> !expiry.isAfter(time.now()))
                    .map(expiry -> new UnsendableEvent(event, expiry, reason(event, expiry)));
        } catch (IllegalArgumentException e) {
            return Optional.of(
                    new UnsendableEvent(event, null, DatabaseErrors.defectiveRow(queued.seq(), e.getMessage())));
        }
    }

    private static Exception reason(RecordedEvent event, Instant expiry) {
        return ReservedHeaders.parksExpired(event.headers())
                ? RelayErrors.expired(event.id(), event.channel(), expiry)
                : null;
    }

    boolean isDropped() {
        return reason == null;
    }

    /** Counts an expired event, and logs it if it is dropped. */
    void report(QueueMetrics metrics) {
        if (expiry == null) {
            return;
        }
        try {
            metrics.expired(List.of(event.channel()));
        } catch (RuntimeException e) {
            RelayLog.notMeasured(e);
        }
        if (isDropped()) {
            RelayLog.expired(event.id(), event.channel(), expiry);
        }
    }
}
