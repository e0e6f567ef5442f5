// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.queue.Time;
import io.onceward.queue.machine.Refusal;
import io.onceward.queue.outage.CircuitBreakers;
import io.onceward.queue.outage.Resource;
import io.onceward.queue.store.QueuedEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * One call of an outlet: hears what becomes of its events, until the call has ended. Thread-safe.
 *
 * <p>Outcomes may come in any order. A refusal that comes before the outcome of an earlier event of its key waits for the end
 * of the call: if one of them was not confirmed, it and not the later event is the head of the key.
 */
final class Sending implements Outlet.Outcomes {

    private final Outlet outlet;
    private final List<QueuedEvent> events;
    private final Outcome outcome;
    private final CircuitBreakers breakers;
    private final QueueBreaker breaker;
    private final BooleanSupplier over;
    private final Set<QueuedEvent> heard = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Map<QueuedEvent, Refusal> early = new IdentityHashMap<>();
    private final List<QueuedEvent> confirmed = new ArrayList<>();
    private final Time time;
    private final long began;
    private Exception outage;
    private boolean ended;

    /**
     * @param outcome of the attempt, to which the call adds
     * @param breakers of connections and destinations
     * @param breaker of the queue
     * @param over whether to send nothing further
     */
    Sending(
            Outlet outlet,
            List<QueuedEvent> events,
            Outcome outcome,
            CircuitBreakers breakers,
            QueueBreaker breaker,
            BooleanSupplier over,
            Time time) {
        this.time = time;
        this.began = time.nanos();
        this.outlet = outlet;
        this.events = events;
        this.outcome = outcome;
        this.breakers = breakers;
        this.breaker = breaker;
        this.over = over;
    }

    /** Calls the outlet; returns whether it is available. */
    boolean run() {
        try {
            OtherCode.call(() -> {
                outlet.publish(events, this);
                return null;
            });
            end(null);
        } catch (Exception e) {
            end(e);
        } finally {
            close();
        }
        return isAvailable();
    }

    @Override
    public synchronized boolean wants(QueuedEvent event) {
        return outage == null
                && isOpenFor(event)
                && !over.getAsBoolean()
                && breaker.isClosed()
                && !outcome.mustWait(event)
                && early.keySet().stream().noneMatch(refused -> isBehind(event, refused))
                && !breakers.isOpen(outlet.resource())
                && !breakers.isOpen(destination(event));
    }

    /** Returns whether an event must arrive after another one. */
    private boolean isBehind(QueuedEvent event, QueuedEvent other) {
        return event.orderKey() != null
                && event.orderKey().equals(other.orderKey())
                && events.indexOf(other) < events.indexOf(event);
    }

    private static Resource destination(QueuedEvent event) {
        return Resource.destination(event.event().destination());
    }

    private boolean isOpenFor(QueuedEvent event) {
        return !ended && !heard.contains(event);
    }

    @Override
    public void confirmed(QueuedEvent event) {
        confirm(event, false);
    }

    @Override
    public void removed(QueuedEvent event) {
        confirm(event, true);
    }

    private synchronized void confirm(QueuedEvent event, boolean removed) {
        if (!isOpenFor(event)) {
            return;
        }
        heard.add(event);
        confirmed.add(event);
        outcome.confirmed(event, removed);
        breakers.succeeded(outlet.resource());
        breakers.succeeded(destination(event));
        breaker.succeeded();
    }

    @Override
    public synchronized void left(QueuedEvent event) {
        if (isOpenFor(event)) {
            heard.add(event);
            outcome.left(event);
        }
    }

    @Override
    public synchronized void refused(QueuedEvent event, Refusal refusal) {
        if (!isOpenFor(event)) {
            return;
        }
        boolean isEarly = events.stream().anyMatch(other -> isUnknown(other) && isBehind(event, other));
        heard.add(event);
        if (isEarly) {
            early.put(event, refusal);
        } else {
            refuse(event, refusal);
        }
    }

    private boolean isUnknown(QueuedEvent event) {
        return !heard.contains(event) || early.containsKey(event);
    }

    /** After several refusals the destination is at fault, and not the further events. */
    private void refuse(QueuedEvent event, Refusal refusal) {
        boolean isUndecoded = refusal.effect() == Refusal.Effect.UNDECODED;
        if (!isUndecoded || !outlet.hasDestinationBreakers()) { // such an event has not reached the broker
            breakers.succeeded(outlet.resource());
        }
        if (outcome.mustWait(event) || (!refusal.isForever() && breakers.isOpen(destination(event)))) {
            outcome.left(event);
            return;
        }
        outcome.refused(event, isUndecoded ? refusal : counted(event, refusal));
        if (!refusal.isForever() && !isUndecoded && outlet.hasDestinationBreakers()) {
            breakers.refused(event.event().destination(), refusal.reason());
        }
    }

    /** Returns the refusal, as one that does not count while the circuit breaker of the queue is not closed. */
    private Refusal counted(QueuedEvent event, Refusal refusal) {
        if (refusal.isForever() || refusal.askedDelay().isPresent()) {
            return refusal;
        }
        boolean counts = breaker.failed(event, refusal.reason());
        return counts ? refusal : Refusal.uncounted(refusal.reason());
    }

    @Override
    public synchronized void unavailable(Exception reason) {
        if (!ended && outage == null) {
            outage = reason;
        }
    }

    /**
     * Leaves the events of which nothing was heard for a later batch. The outlet is unavailable if the relay still waits for one.
     *
     * @param failure of the call; {@code null}: none
     */
    private synchronized void end(Exception failure) {
        List<QueuedEvent> unheard =
                events.stream().filter(event -> !heard.contains(event)).toList();
        if (outage == null && !unheard.isEmpty()) {
            outage = failure != null ? failure : unreported(unheard);
        }
        for (QueuedEvent event : events) {
            if (early.containsKey(event)) {
                refuse(event, early.get(event));
            } else if (!heard.contains(event)) {
                outcome.left(event);
            }
        }
        if (outage != null) {
            breakers.failed(outlet.resource(), outage);
        }
    }

    private Exception unreported(List<QueuedEvent> unheard) {
        return unheard.stream()
                .filter(this::wants)
                .findFirst()
                .map(event -> new IllegalStateException(
                        "nothing was reported of event " + event.event().id() + " in a batch of " + events.size()))
                .orElse(null);
    }

    private synchronized void close() {
        ended = true;
        if (confirmed.isEmpty()) {
            return;
        }
        if (outlet.takesBatches()) {
            RelayLog.published(confirmed.size(), Duration.ofNanos(time.nanos() - began));
        }
        outcome.measureBatch(confirmed, began);
    }

    private synchronized boolean isAvailable() {
        return outage == null;
    }
}
