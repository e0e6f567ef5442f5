// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.queue.RecordedEvent;
import io.onceward.queue.machine.Refusal;
import io.onceward.queue.store.OrderKey;
import io.onceward.queue.store.QueuedEvent;
import io.onceward.spi.EventPublisher;
import io.onceward.spi.OutboxEvent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Calls the publisher of an adapter, and finds the event at fault if it throws. Used once, by one thread.
 *
 * <p>Its contract lets a publisher throw only for what it did not foresee, so one event is taken to be at fault: the events without a
 * report are published again, one at a time. An event that is not confirmed then holds back the later ones of its key.
 *
 * <p>The danger is a publisher that throws because its broker is unavailable: one event after the other would lose an attempt. So if
 * it throws for each of several events, and none of the call had another outcome, that is an outage.
 */
final class BrokerCall {

    /** After so many events without another outcome nothing further is tried. */
    private static final int MOST_THROWN = 3;

    private final EventPublisher publisher;
    private final Outlet.Outcomes outcomes;

    /** Events whose rows are encoded, as the publisher gets them. */
    private final Map<QueuedEvent, RecordedEvent> decoded;

    /** The events that were published alone, and what was thrown. */
    private final Map<QueuedEvent, Exception> thrown = new LinkedHashMap<>();

    private final Set<OrderKey> held = new HashSet<>();
    private final Set<QueuedEvent> confirmed = ConcurrentHashMap.newKeySet();

    /** Whether the broker has confirmed or refused an event. */
    private volatile boolean worked;

    private volatile boolean unavailable;

    BrokerCall(EventPublisher publisher, Outlet.Outcomes outcomes, Map<QueuedEvent, RecordedEvent> decoded) {
        this.publisher = publisher;
        this.outcomes = outcomes;
        this.decoded = decoded;
    }

    /** @throws InterruptedException if the thread was interrupted, which says nothing of an event */
    void publish(List<QueuedEvent> events) throws InterruptedException {
        Exception failure = failure(events);
        if (failure == null || unavailable) {
            return;
        }
        if (events.size() == 1) {
            outcomes.refused(events.get(0), Refusal.counted(failure));
        } else {
            publishSingly(events, failure);
        }
    }

    private void publishSingly(List<QueuedEvent> events, Exception failure) throws InterruptedException {
        boolean workedBefore = worked;
        worked = false; // what was heard before the failure does not say that the broker still answers
        boolean tried = false;
        for (QueuedEvent event : events) {
            boolean waits = event.orderKey() != null && held.contains(event.orderKey());
            if (!waits && outcomes.wants(event)) {
                tried = true;
                publishAlone(event);
            }
            if (unavailable) {
                return;
            }
            if (thrown.size() >= MOST_THROWN && !worked) {
                break;
            }
        }
        if (!worked && (tried ? thrown.size() > 1 : !workedBefore)) {
            outcomes.unavailable(failure);
        } else {
            thrown.forEach((event, reason) -> outcomes.refused(event, Refusal.counted(reason)));
        }
    }

    private void publishAlone(QueuedEvent event) throws InterruptedException {
        Exception failure = failure(List.of(event));
        if (failure != null) {
            thrown.put(event, failure);
        }
        if (event.orderKey() != null && !confirmed.contains(event)) {
            held.add(event.orderKey());
        }
    }

    /** Publishes events; returns what was thrown, or {@code null}. */
    private Exception failure(List<QueuedEvent> events) throws InterruptedException {
        Map<OutboxEvent, QueuedEvent> rows = new IdentityHashMap<>();
        List<OutboxEvent> published = new ArrayList<>(events.size());
        for (QueuedEvent event : events) {
            OutboxEvent one = PublishedEvent.of(decoded.getOrDefault(event, event.event()));
            published.add(one);
            rows.put(one, event);
        }
        Reports reports = new Reports(rows);
        try {
            publisher.publish(published, reports);
            return null;
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            if (Thread.currentThread().isInterrupted()) { // a client library may throw anything then
                reports.unavailable(e);
            }
            return e;
        } finally {
            reports.ended = true;
        }
    }

    /** What becomes of the events of one call of the publisher. */
    private final class Reports implements EventPublisher.Results {

        /** By the objects that the publisher has got; not changed any more. */
        private final Map<OutboxEvent, QueuedEvent> rows;

        private volatile boolean ended;

        private Reports(Map<OutboxEvent, QueuedEvent> rows) {
            this.rows = rows;
        }

        @Override
        public boolean wants(OutboxEvent event) {
            return !ended && outcomes.wants(row(event));
        }

        @Override
        public void confirmed(OutboxEvent event) {
            QueuedEvent row = row(event);
            if (!ended) {
                outcomes.confirmed(row);
                confirmed.add(row);
                worked = true;
            }
        }

        @Override
        public void refused(OutboxEvent event, Exception reason, boolean forever) {
            QueuedEvent row = row(event);
            if (!ended) {
                outcomes.refused(row, forever ? Refusal.forever(reason) : Refusal.counted(reason));
                worked = true;
            }
        }

        @Override
        public void unavailable(Exception reason) {
            if (!ended) {
                outcomes.unavailable(reason);
                unavailable = true;
            }
        }

        private QueuedEvent row(OutboxEvent event) {
            QueuedEvent row = rows.get(event);
            if (row == null) {
                throw new IllegalArgumentException("The event is not of this batch");
            }
            return row;
        }
    }
}
