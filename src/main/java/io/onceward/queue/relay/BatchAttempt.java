// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.api.EventState;
import io.onceward.queue.Time;
import io.onceward.queue.machine.Refusal;
import io.onceward.queue.outage.CircuitBreakers;
import io.onceward.queue.outage.Resource;
import io.onceward.queue.store.OrderKey;
import io.onceward.queue.store.QueuedEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/**
 * Publishes a batch by the outlets of its events, and hears what becomes of each event. What was refused before, and what goes
 * to a destination that has failed, is sent alone. Used once, by one thread.
 *
 * <p>All senders of the node share the circuit breakers, which may change at any time. So the order does not rely on them: an
 * event that is skipped, for whatever reason, holds back the later events of its key.
 */
final class BatchAttempt {

    /** The time after which no further event is sent alone. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Outlets outlets;
    private final CircuitBreakers breakers;
    private final QueueBreaker breaker;
    private final QueueMetrics metrics;
    private final BooleanSupplier stopping;
    private final Outcome outcome;
    private final Set<Resource> failing = new HashSet<>();
    private final Time time;
    private final long start;
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
            BooleanSupplier stopping,
            Time time) {
        this.time = time;
        this.start = time.nanos();
        this.outlets = outlets;
        this.breakers = breakers;
        this.breaker = breaker;
        this.metrics = metrics;
        this.stopping = stopping;
        outcome = new Outcome(metrics);
    }

    /** Returns what has become of the events so far. May be called by another thread. */
    Outcome outcome() {
        return outcome;
    }

    /** Returns the connections and destinations whose circuit breakers kept every event back; empty if an event was published. */
    Set<Resource> failing() {
        return outcome.hasConfirmed() ? Set.of() : failing;
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
                OtherCode.call(() -> byDestination
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
                group.forEach(outcome::left);
            } else {
                publish(outlet, group);
            }
        });
        nowhere.forEach((event, reason) -> {
            if (!outcome.mustWait(event)) {
                outcome.refused(event, Refusal.counted(reason));
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
        if (events.stream()
                .allMatch(event -> UnsendableEvent.of(outlet, event, time).isEmpty())) {
            return events;
        }
        List<QueuedEvent> sendable = new ArrayList<>();
        Set<OrderKey> ahead = new HashSet<>();
        Set<OrderKey> left = new HashSet<>();
        for (QueuedEvent event : events) {
            if (left.contains(event.orderKey())) {
                continue;
            }
            UnsendableEvent unsendable = UnsendableEvent.of(outlet, event, time).orElse(null);
            if (unsendable == null) {
                sendable.add(event);
                addKey(event, ahead);
            } else if (unsendable.isDropped()) {
                unsendable.report(metrics);
                outcome.dropped(event);
            } else if (outcome.mustWait(event) || ahead.contains(event.orderKey())) {
                addKey(event, left);
            } else {
                unsendable.report(metrics);
                outcome.refused(event, Refusal.forever(unsendable.reason()));
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
            toSend.forEach(outcome::left);
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
            if (!outlet.takesBatches()
                    || !breaker.isClosed()
                    || event.state() == EventState.RETRYING
                    || breakers.hasFailed(destination(event))
                    || doubted.contains(event.orderKey())) {
                doubtful.add(event);
                addKey(event, doubted);
            } else if (!outcome.mustWait(event)) {
                trusted.add(event);
            }
        }
        if (!trusted.isEmpty()) {
            publishTogether(outlet, trusted);
        }
        singly(outlet, doubtful);
    }

    /** If the call before may take any time, the ten seconds begin after it: refused events would wait for ever behind long batches. */
    private void singly(Outlet outlet, List<QueuedEvent> events) {
        long since = outlet.isTimed() ? start : time.nanos();
        boolean over = false;
        for (QueuedEvent event : events) {
            over = over || isOver(since) || breakers.isOpen(outlet.resource());
            if (over || outcome.mustWait(event) || breakers.isOpen(destination(event)) || !breaker.admits(event)) {
                outcome.left(event);
            } else {
                over = !publishAdmitted(outlet, event);
            }
        }
    }

    /** Publishes one event that the circuit breaker of the queue has admitted; returns whether the outlet is available. */
    private boolean publishAdmitted(Outlet outlet, QueuedEvent event) {
        try {
            return publishTogether(outlet, List.of(event));
        } finally {
            breaker.ended(event);
        }
    }

    /** Publishes events in one call; returns whether the outlet is available. */
    private boolean publishTogether(Outlet outlet, List<QueuedEvent> events) {
        current = outlet;
        BooleanSupplier over = outlet.isTimed() ? () -> isOver(start) : stopping;
        return new Sending(outlet, events, outcome, breakers, breaker, over, time).run();
    }

    private boolean isOver(long since) {
        return stopping.getAsBoolean() || time.nanos() - since > PATIENCE.toNanos();
    }

    private static Resource destination(QueuedEvent event) {
        return Resource.destination(event.event().destination());
    }

    private static void addKey(QueuedEvent event, Set<OrderKey> keys) {
        if (event.orderKey() != null) {
            keys.add(event.orderKey());
        }
    }
}
