// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import io.onceward.spi.EventPublisher.Results;
import io.onceward.spi.OutboxEvent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Results that the relay hears only when they are released. Thread-safe. */
final class HeldResults implements Results {

    private final Results results;
    private final List<Runnable> held = new ArrayList<>();
    private final Set<String> ids = new HashSet<>();
    private final Set<String> waitingKeys = new HashSet<>();

    HeldResults(Results results) {
        this.results = results;
    }

    @Override
    public synchronized boolean wants(OutboxEvent event) {
        return !ids.contains(event.id()) && !waitingKeys.contains(key(event)) && results.wants(event);
    }

    @Override
    public synchronized void confirmed(OutboxEvent event) {
        ids.add(event.id());
        held.add(() -> results.confirmed(event));
    }

    @Override
    public synchronized void refused(OutboxEvent event, Exception reason, boolean forever) {
        ids.add(event.id());
        if (event.key() != null) {
            waitingKeys.add(key(event));
        }
        held.add(() -> results.refused(event, reason, forever));
    }

    @Override
    public synchronized void unavailable(Exception reason) {
        held.add(() -> results.unavailable(reason));
    }

    private static String key(OutboxEvent event) {
        return event.channel() + ' ' + event.key();
    }

    synchronized void release() {
        held.forEach(Runnable::run);
    }
}
