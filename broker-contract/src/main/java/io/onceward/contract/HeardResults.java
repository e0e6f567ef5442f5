// SPDX-License-Identifier: Apache-2.0
package io.onceward.contract;

import io.onceward.spi.EventPublisher;
import io.onceward.spi.OutboxEvent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a publisher has reported in one call. Fails if it reports an event twice. Thread-safe. */
public final class HeardResults implements EventPublisher.Results {

    private final List<OutboxEvent> confirmed = new ArrayList<>();
    private final Map<OutboxEvent, Exception> refused = new LinkedHashMap<>();
    private final Set<OutboxEvent> forever = new HashSet<>();
    private int limit = Integer.MAX_VALUE;
    private Exception outage;

    /** Returns results that want no event any more after so many were confirmed, as a relay that has lost its patience. */
    public static HeardResults wantingOnly(int events) {
        HeardResults results = new HeardResults();
        results.limit = events;
        return results;
    }

    @Override
    public synchronized boolean wants(OutboxEvent event) {
        return outage == null
                && confirmed.size() < limit
                && !isHeard(event)
                && refused.keySet().stream()
                        .noneMatch(earlier -> event.key() != null
                                && event.key().equals(earlier.key())
                                && event.channel().equals(earlier.channel()));
    }

    private boolean isHeard(OutboxEvent event) {
        return confirmed.contains(event) || refused.containsKey(event);
    }

    private void requireUnheard(OutboxEvent event) {
        if (isHeard(event)) {
            throw new AssertionError("Event " + event.id() + " was reported twice");
        }
    }

    @Override
    public synchronized void confirmed(OutboxEvent event) {
        requireUnheard(event);
        confirmed.add(event);
    }

    @Override
    public synchronized void refused(OutboxEvent event, Exception reason, boolean isForever) {
        requireUnheard(event);
        refused.put(event, reason);
        if (isForever) {
            forever.add(event);
        }
    }

    @Override
    public synchronized void unavailable(Exception reason) {
        outage = reason;
    }

    /** Returns the ids of the confirmed events. */
    public synchronized List<String> confirmed() {
        return confirmed.stream().map(OutboxEvent::id).toList();
    }

    /** Returns the ids of the refused events. */
    public synchronized List<String> refused() {
        return refused.keySet().stream().map(OutboxEvent::id).toList();
    }

    /** Returns the outage; {@code null} if none was reported. */
    public synchronized Exception outage() {
        return outage;
    }

    /** Throws as {@link HeardPublisher#publish(List)} does. */
    public synchronized void requireConfirmed(List<OutboxEvent> events) throws Exception {
        if (outage != null) {
            throw outage;
        }
        for (Map.Entry<OutboxEvent, Exception> each : refused.entrySet()) {
            throw forever.contains(each.getKey())
                    ? new HeardPublisher.RefusedForeverException(each.getValue())
                    : each.getValue();
        }
        if (confirmed.size() < Math.min(limit, events.size())) {
            throw new AssertionError("Nothing was reported of " + (events.size() - confirmed.size()) + " events");
        }
    }
}
