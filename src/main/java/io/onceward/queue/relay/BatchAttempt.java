// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.api.EventState;
import io.onceward.queue.outage.CircuitBreakers;
import io.onceward.queue.outage.Resource;
import io.onceward.queue.store.OrderKey;
import io.onceward.queue.store.QueuedEvent;
import io.onceward.spi.UnpublishableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/**
 * Publishes a batch: together, and singly where a reachable broker refuses the batch, so that each refused event is known. Used
 * once, by one thread.
 *
 * <p>All senders of the node share the circuit breakers, which may change at any time. So the order does not rely on them: an
 * event that is skipped, for whatever reason, holds back the later events of its key.
 */
final class BatchAttempt {

    /** The time in which the events of a batch are published singly. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Outlets outlets;
    private final CircuitBreakers breakers;
    private final QueueBreaker breaker;
    private final QueueMetrics metrics;
    private final BooleanSupplier stopping;
    private final List<QueuedEvent> published = Collections.synchronizedList(new ArrayList<>());
    private final List<QueuedEvent> removed = Collections.synchronizedList(new ArrayList<>());
    private final Map<QueuedEvent, Exception> refused = new LinkedHashMap<>();

    /** The keys of the events that were refused or skipped. */
    private final Set<OrderKey> waiting = new HashSet<>();

    private final Set<Resource> failing = new HashSet<>();

    /** Whether a broker has confirmed an event. */
    private boolean confirmed;

    private final long start = System.nanoTime();
    private volatile Outlet current;

    /**
     * @param breakers the circuit breakers of connections and destinations
     * @param breaker the circuit breaker of the queue
     * @param stopping whether to publish nothing further, except the batch that has begun
     */
    BatchAttempt(
            Outlets outlets,
            CircuitBreakers breakers,
            QueueBreaker breaker,
            QueueMetrics metrics,
            BooleanSupplier stopping) {
        this.outlets = outlets;
        this.breakers = breakers;
        this.breaker = breaker;
        this.metrics = metrics;
        this.stopping = stopping;
    }

    /** Returns the events that their brokers have confirmed so far, and those that are dropped. May be called by another thread. */
    List<QueuedEvent> published() {
        return snapshot(published);
    }

    /** Returns those of the published events whose rows are removed already. May be called by another thread. */
    List<QueuedEvent> removed() {
        return snapshot(removed);
    }

    private static List<QueuedEvent> snapshot(List<QueuedEvent> events) {
        synchronized (events) {
            return List.copyOf(events);
        }
    }

    /** Returns the events that their brokers refused, and why. */
    Map<QueuedEvent, Exception> refused() {
        return refused;
    }

    /** Returns the connections and destinations whose circuit breakers kept every event back; empty if an event was published. */
    Set<Resource> failing() {
        return confirmed ? Set.of() : failing;
    }

    /** Opens the circuit breaker of the connection that does not answer. Called by another thread. */
    void timedOut(Duration limit) {
        Outlet hanging = current;
        if (hanging != null) {
            breakers.failed(hanging.resource(), new TimeoutException("no answer within " + limit.toSeconds() + " s"));
        }
    }

    /** Publishes the events. An event that is neither published nor refused afterwards is left for a later batch. */
    void publish(List<QueuedEvent> events) {
        Map<Outlet, List<QueuedEvent>> groups = new LinkedHashMap<>();
        Map<String, List<QueuedEvent>> byDestination = new HashMap<>();
        Map<QueuedEvent, Exception> nowhere = new LinkedHashMap<>();
        Set<OrderKey> stuck = new HashSet<>();
        for (QueuedEvent event : events) {
            if (stuck.contains(event.orderKey())) {
                continue;
            }
            try {
                withoutErrors(() -> byDestination
                        .computeIfAbsent(
                                event.event().destination(),
                                d -> groups.computeIfAbsent(outlets.of(event.event()), outlet -> new ArrayList<>()))
                        .add(event));
            } catch (Exception e) { // a publisher may throw anything at a destination that another writer left
                nowhere.put(event, e);
                addKey(event, stuck);
            }
        }
        groups.forEach((outlet, group) -> {
            if (stopping.getAsBoolean()) {
                group.forEach(event -> addKey(event, waiting));
            } else {
                publish(outlet, group);
            }
        });
        nowhere.forEach((event, reason) -> {
            if (!mustWait(event)) {
                refused.put(event, reason);
            }
        });
    }

    private void publish(Outlet outlet, List<QueuedEvent> group) {
        Resource connection = outlet.resource();
        List<QueuedEvent> events = withoutUnsendable(outlet, group);
        if (events.isEmpty()) {
            return;
        }
        try {
            probeAndSend(outlet, events);
        } catch (Error e) {
            breakers.failed(connection, new IllegalStateException(e));
            throw e;
        } finally {
            noteFailing(connection, events);
        }
    }

    /**
     * Drops or parks the events that no broker gets. An event is parked only if no earlier one of its key can still be published:
     * otherwise it and the later ones are left for a later batch.
     */
    private List<QueuedEvent> withoutUnsendable(Outlet outlet, List<QueuedEvent> events) {
        if (events.stream().allMatch(event -> UnsendableEvent.of(outlet, event).isEmpty())) {
            return events;
        }
        List<QueuedEvent> sendable = new ArrayList<>();
        Set<OrderKey> ahead = new HashSet<>();
        Set<OrderKey> left = new HashSet<>();
        for (QueuedEvent event : events) {
            if (left.contains(event.orderKey())) {
                continue;
            }
            UnsendableEvent unsendable = UnsendableEvent.of(outlet, event).orElse(null);
            if (unsendable == null) {
                sendable.add(event);
                addKey(event, ahead);
            } else if (unsendable.isDropped()) {
                unsendable.report(metrics);
                published.add(event);
            } else if (mustWait(event) || ahead.contains(event.orderKey())) {
                addKey(event, left);
            } else {
                unsendable.report(metrics);
                refused.put(event, new UnpublishableException(unsendable.reason()));
                addKey(event, waiting);
            }
        }
        return sendable;
    }

    private void probeAndSend(Outlet outlet, List<QueuedEvent> events) {
        Resource connection = outlet.resource();
        List<QueuedEvent> toSend = events;
        if (breakers.hasFailed(connection) && !breakers.isOpen(connection)) {
            send(outlet, events.subList(0, 1));
            toSend = events.subList(1, events.size());
        }
        if (breakers.hasFailed(connection) || stopping.getAsBoolean()) {
            toSend.forEach(event -> addKey(event, waiting));
        } else {
            send(outlet, toSend);
        }
    }

    private void noteFailing(Resource connection, List<QueuedEvent> events) {
        if (breakers.hasFailed(connection)) {
            failing.add(connection);
            events.forEach(
                    event -> breakers.addDestination(connection, event.event().destination()));
        }
        events.stream()
                .map(BatchAttempt::destination)
                .filter(breakers::hasFailed)
                .forEach(failing::add);
    }

    private void send(Outlet outlet, List<QueuedEvent> events) {
        List<QueuedEvent> trusted = new ArrayList<>();
        List<QueuedEvent> doubtful = new ArrayList<>();
        Set<OrderKey> doubted = new HashSet<>();
        for (QueuedEvent event : events) {
            if (!outlet.supportsBatches()
                    || event.state() == EventState.RETRYING
                    || breakers.hasFailed(destination(event))
                    || doubted.contains(event.orderKey())) {
                doubtful.add(event);
                addKey(event, doubted);
            } else if (!mustWait(event)) {
                trusted.add(event);
            }
        }
        batch(outlet, trusted);
        singly(outlet, doubtful);
    }

    private void batch(Outlet outlet, List<QueuedEvent> events) {
        if (events.isEmpty()) {
            return;
        }
        long began = System.nanoTime();
        current = outlet;
        try {
            withoutErrors(() -> {
                outlet.publish(events);
                return null;
            });
            RelayLog.published(events.size(), Duration.ofNanos(System.nanoTime() - began));
            published.addAll(events);
            confirmed = true;
            breakers.succeeded(outlet.resource());
            events.stream().map(BatchAttempt::destination).distinct().forEach(breakers::succeeded);
        } catch (Exception e) {
            if (canReach(outlet, e)) {
                singly(outlet, events);
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
            RelayLog.notMeasured(e);
        }
    }

    private void singly(Outlet outlet, List<QueuedEvent> events) {
        boolean over = false;
        for (QueuedEvent event : events) {
            over = over || isOutOfTime() || breakers.isOpen(outlet.resource());
            if (over || mustWait(event) || breakers.isOpen(destination(event)) || !breaker.admits(event)) {
                addKey(event, waiting);
            } else {
                over = !publishAdmitted(outlet, event);
            }
        }
    }

    /** Publishes one event that the circuit breaker of the queue has admitted; returns whether the broker can be reached. */
    private boolean publishAdmitted(Outlet outlet, QueuedEvent event) {
        try {
            return publishAlone(outlet, event);
        } finally {
            breaker.ended(event);
        }
    }

    /**
     * Turns errors of other code into exceptions, which are treated alike. Those of the virtual machine end the batch, and open the
     * circuit breaker of the connection.
     */
    private static <T> T withoutErrors(Callable<T> call) throws Exception {
        try {
            return call.call();
        } catch (StackOverflowError e) {
            throw new IllegalStateException(e);
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Error e) {
            throw new IllegalStateException(e);
        }
    }

    private boolean isOutOfTime() {
        return stopping.getAsBoolean() || System.nanoTime() - start > PATIENCE.toNanos();
    }

    /** Publishes one event; returns whether the broker can be reached. */
    private boolean publishAlone(Outlet outlet, QueuedEvent event) {
        long began = System.nanoTime();
        current = outlet;
        try {
            if (withoutErrors(() -> outlet.publishAlone(event))) {
                removed.add(event);
            }
            published.add(event);
            confirmed = true;
            breakers.succeeded(outlet.resource());
            breakers.succeeded(destination(event));
            breaker.succeeded();
        } catch (MissingRowException e) {
            addKey(event, waiting);
            return true;
        } catch (Exception e) {
            boolean reached = canReach(outlet, e);
            if (reached) {
                refuse(outlet, event, e);
            } else {
                addKey(event, waiting);
            }
            return reached;
        }
        measure(List.of(event), began);
        return true;
    }

    private void refuse(Outlet outlet, QueuedEvent event, Exception reason) {
        refused.put(event, counted(event, reason));
        addKey(event, waiting);
        if (reason instanceof UnpublishableException || !outlet.hasDestinationBreakers()) {
            return;
        }
        breakers.refused(event.event().destination(), reason);
    }

    /** Returns the reason of a refusal, as one that does not count while the circuit breaker of the queue is not closed. */
    private Exception counted(QueuedEvent event, Exception reason) {
        if (reason instanceof UnpublishableException) {
            return reason;
        }
        if (reason instanceof UncountedException uncounted) {
            if (uncounted.delay().isEmpty()) {
                breaker.failed(event, uncounted.failure());
            }
            return reason;
        }
        return breaker.failed(event, reason) ? reason : UncountedException.usualDelay(reason);
    }

    private static Resource destination(QueuedEvent event) {
        return Resource.destination(event.event().destination());
    }

    private boolean mustWait(QueuedEvent event) {
        return waiting.contains(event.orderKey());
    }

    private static void addKey(QueuedEvent event, Set<OrderKey> keys) {
        if (event.orderKey() != null) {
            keys.add(event.orderKey());
        }
    }

    /** Returns whether the broker can be reached; if not, the failure is no fault of the events, and opens the breaker. */
    private boolean canReach(Outlet outlet, Exception failure) {
        if (failure instanceof UnusableConnectionException unusable) {
            breakers.failed(outlet.resource(), unusable.reason());
            return false;
        }
        try {
            withoutErrors(() -> {
                outlet.reach();
                return null;
            });
            breakers.succeeded(outlet.resource());
            return true;
        } catch (Exception e) {
            breakers.failed(outlet.resource(), failure);
            return false;
        }
    }
}
