// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.queue.machine.Attempted;
import io.onceward.queue.machine.Refusal;
import io.onceward.queue.store.OrderKey;
import io.onceward.queue.store.QueuedEvent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What has become of the events of an attempt so far. An event that was refused or left holds its key. Thread-safe. */
final class Outcome {

    private final QueueMetrics metrics;
    private final Collection<QueuedEvent> published = new ArrayList<>();
    private final Collection<QueuedEvent> removed = new ArrayList<>();
    private final Map<QueuedEvent, Refusal> refused = new LinkedHashMap<>();
    private final Set<OrderKey> waiting = new HashSet<>();
    private boolean confirmed;

    Outcome(QueueMetrics metrics) {
        this.metrics = metrics;
    }

    /** @param rowRemoved whether the row of the event is removed already */
    void confirmed(QueuedEvent event, boolean rowRemoved) {
        synchronized (this) {
            if (rowRemoved) {
                removed.add(event);
            }
            published.add(event);
            confirmed = true;
        }
        measure(() -> metrics.confirmed(event));
    }

    /** No broker gets the event: it counts as published. */
    synchronized void dropped(QueuedEvent event) {
        published.add(event);
    }

    synchronized void refused(QueuedEvent event, Refusal refusal) {
        refused.put(event, refusal);
        left(event);
    }

    /** Leaves an event for a later attempt. */
    synchronized void left(QueuedEvent event) {
        if (event.orderKey() != null) {
            waiting.add(event.orderKey());
        }
    }

    /** Returns whether an earlier event of its key was refused or left. */
    synchronized boolean mustWait(QueuedEvent event) {
        return waiting.contains(event.orderKey());
    }

    /** Returns the events that their brokers have confirmed, and those that are dropped. */
    synchronized List<QueuedEvent> published() {
        return List.copyOf(published);
    }

    /** Returns those of the published events whose rows are removed already. */
    synchronized List<QueuedEvent> removed() {
        return List.copyOf(removed);
    }

    synchronized Map<QueuedEvent, Refusal> refused() {
        return new LinkedHashMap<>(refused);
    }

    /** Returns what has become of the events, for the machine. A row is noted as removed no later than its event as confirmed. */
    synchronized Attempted attempted() {
        return new Attempted(published(), removed(), refused());
    }

    /** Returns whether a broker has confirmed an event. */
    synchronized boolean hasConfirmed() {
        return confirmed;
    }

    /** Measures a batch. What is published stays published if that fails. */
    void measureBatch(List<QueuedEvent> events, long began) {
        measure(() -> metrics.sent(events, began));
    }

    private static void measure(Runnable measuring) {
        try {
            measuring.run();
        } catch (RuntimeException e) {
            RelayLog.notMeasured(e);
        }
    }
}
