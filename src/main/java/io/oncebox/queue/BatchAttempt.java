// SPDX-License-Identifier: Apache-2.0
package io.oncebox.queue;

import io.oncebox.api.EventState;
import io.oncebox.log.Log;
import io.oncebox.spi.UnpublishableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Publishes events to their brokers: as batches, and singly where a reachable broker refuses a batch, so that each refused
 * event is known. Used once.
 *
 * <p>All workers of the node share the circuit breakers, which may change at any time. So the order does not rely on them: an
 * event that is skipped, for whatever reason, holds back the later events of its key.
 */
final class Sender {

    /** After so many refusals and no confirmation, the destination is at fault, not the events. */
    private static final int REFUSALS_BEFORE_OPEN = 3;

    /** The time in which the events of a batch are published singly, under the locks of their lanes. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Publishers publishers;
    private final CircuitBreakers breakers;
    private final QueueMetrics metrics;
    private final BooleanSupplier stopping;
    private final List<QueuedEvent> published = new ArrayList<>();
    private final Map<QueuedEvent, Exception> refused = new LinkedHashMap<>();

    /** The keys of the events that were refused or skipped. */
    private final Set<OrderKey> waiting = new HashSet<>();

    private final Map<String, Integer> refusalsByDestination = new HashMap<>();
    private final long start = System.nanoTime();
    private boolean cutShort;

    /** @param stopping whether the relay stops, so that no further event is published singly */
    Sender(Publishers publishers, CircuitBreakers breakers, QueueMetrics metrics, BooleanSupplier stopping) {
        this.publishers = publishers;
        this.breakers = breakers;
        this.metrics = metrics;
        this.stopping = stopping;
    }

    /** Returns the events that their brokers have confirmed. */
    List<QueuedEvent> published() {
        return published;
    }

    /** Returns the events that their brokers refused, and why. */
    Map<QueuedEvent, Exception> refused() {
        return refused;
    }

    /** Returns whether time ran out before every event had its attempt. */
    boolean cutShort() {
        return cutShort;
    }

    /** Publishes the events. An event that is neither published nor refused afterwards is left for a later cycle. */
    void publish(List<QueuedEvent> events) {
        Map<Publishers.Group, List<QueuedEvent>> groups = new LinkedHashMap<>();
        Map<String, List<QueuedEvent>> byDestination = new HashMap<>();
        Map<QueuedEvent, Exception> nowhere = new LinkedHashMap<>();
        Set<OrderKey> stuck = new HashSet<>();
        for (QueuedEvent event : events) {
            if (stuck.contains(event.orderKey())) {
                continue;
            }
            try {
                byDestination
                        .computeIfAbsent(
                                event.event().destination(),
                                d -> groups.computeIfAbsent(
                                        publishers.groupOf(event.event()), group -> new ArrayList<>()))
                        .add(event);
            } catch (RuntimeException e) { // a publisher may throw anything at a destination that another writer left
                nowhere.put(event, e);
                addKey(event, stuck);
            }
        }
        groups.forEach(this::publish);
        nowhere.forEach((event, reason) -> {
            if (!waits(event)) {
                refused.put(event, reason);
            }
        });
    }

    private void publish(Publishers.Group group, List<QueuedEvent> events) {
        String connection = group.connection();
        List<QueuedEvent> toSend = events;
        if (breakers.hasFailed(connection) && !breakers.isOpen(connection)) {
            send(group, events.subList(0, 1));
            toSend = events.subList(1, events.size());
        }
        if (!breakers.hasFailed(connection)) {
            send(group, toSend);
        }
        if (breakers.hasFailed(connection)) {
            events.forEach(
                    event -> breakers.addDestination(connection, event.event().destination()));
        }
    }

    private void send(Publishers.Group group, List<QueuedEvent> events) {
        List<QueuedEvent> trusted = new ArrayList<>();
        List<QueuedEvent> doubtful = new ArrayList<>();
        Set<OrderKey> doubted = new HashSet<>();
        for (QueuedEvent event : events) {
            if (!group.publisher().batches()
                    || event.state() == EventState.RETRYING
                    || breakers.hasFailed(event.event().destination())
                    || doubted.contains(event.orderKey())) {
                doubtful.add(event);
                addKey(event, doubted);
            } else if (!waits(event)) {
                trusted.add(event);
            }
        }
        batch(group, trusted);
        singly(group, doubtful);
    }

    private void batch(Publishers.Group group, List<QueuedEvent> events) {
        if (events.isEmpty()) {
            return;
        }
        long began = System.nanoTime();
        try {
            group.publisher().publish(events.stream().map(QueuedEvent::event).toList());
            Log.published(events.size(), Duration.ofNanos(System.nanoTime() - began));
            published.addAll(events);
            breakers.succeeded(group.connection());
        } catch (Exception e) {
            if (reached(group, e)) {
                singly(group, events);
            } else {
                events.forEach(event -> addKey(event, waiting));
            }
            return;
        }
        measure(events, began);
    }

    /** Measures published events. They stay published if that fails. */
    private void measure(List<QueuedEvent> events, long began) {
        try {
            metrics.confirmed(events, began);
        } catch (RuntimeException e) {
            Log.notMeasured(e);
        }
    }

    private void singly(Publishers.Group group, List<QueuedEvent> events) {
        boolean over = false;
        for (QueuedEvent event : events) {
            over = over || outOfTime() || breakers.isOpen(group.connection());
            if (over || waits(event) || breakers.isOpen(event.event().destination())) {
                addKey(event, waiting);
            } else {
                over = !alone(group, event);
            }
        }
    }

    private boolean outOfTime() {
        cutShort |= stopping.getAsBoolean() || System.nanoTime() - start > PATIENCE.toNanos();
        return cutShort;
    }

    /** Publishes one event; returns whether the broker can be reached. */
    private boolean alone(Publishers.Group group, QueuedEvent event) {
        String destination = event.event().destination();
        long began = System.nanoTime();
        try {
            group.publisher().publishAlone(event.event());
            published.add(event);
            refusalsByDestination.put(destination, Integer.MIN_VALUE);
            breakers.succeeded(group.connection());
            breakers.succeeded(destination);
        } catch (Exception e) {
            boolean reached = reached(group, e);
            if (reached) {
                refuse(group, event, e);
            } else {
                addKey(event, waiting);
            }
            return reached;
        }
        measure(List.of(event), began);
        return true;
    }

    private void refuse(Publishers.Group group, QueuedEvent event, Exception reason) {
        refused.put(event, reason);
        addKey(event, waiting);
        String destination = event.event().destination();
        if (reason instanceof UnpublishableException || !group.publisher().batches()) {
            return;
        }
        if (refusalsByDestination.merge(destination, 1, Integer::sum) == REFUSALS_BEFORE_OPEN
                || breakers.hasFailed(destination)) {
            breakers.failed(destination, reason);
            breakers.addDestination(destination, destination);
        }
    }

    private boolean waits(QueuedEvent event) {
        return waiting.contains(event.orderKey());
    }

    private static void addKey(QueuedEvent event, Set<OrderKey> keys) {
        if (event.orderKey() != null) {
            keys.add(event.orderKey());
        }
    }

    /** Returns whether the broker can be reached; if not, the failure is no fault of the events, and opens the breaker. */
    private boolean reached(Publishers.Group group, Exception failure) {
        try {
            group.publisher().reach(group.connection());
            return true;
        } catch (Exception e) {
            breakers.failed(group.connection(), failure);
            return false;
        }
    }
}
