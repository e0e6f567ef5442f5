// SPDX-License-Identifier: Apache-2.0
package io.oncebox.relay;

import io.oncebox.api.OnceboxException;
import io.oncebox.log.Log;
import io.oncebox.spi.EventState;
import io.oncebox.spi.OrderKey;
import io.oncebox.spi.QueuedEvent;
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
 * Brings events to their brokers: as batches, and singly where a broker that is there takes no batch, so that each event
 * that it refuses is known by name. Used once.
 */
final class Delivery {

    /** So many refusals and no acceptance are a matter of the destination, not of the events. */
    private static final int STRIKES = 3;

    /** For how long events of one batch are tried singly; the locks of their lanes are held meanwhile. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Publishers publishers;
    private final Rests rests;
    private final BooleanSupplier stopping;
    private final List<QueuedEvent> published = new ArrayList<>();
    private final Map<QueuedEvent, Exception> refused = new LinkedHashMap<>();
    private final Set<OrderKey> waiting = new HashSet<>();
    private final Map<String, Integer> strikes = new HashMap<>();
    private final long start = System.nanoTime();
    private boolean cutShort;

    /** @param stopping whether no further event is to be tried singly */
    Delivery(Publishers publishers, Rests rests, BooleanSupplier stopping) {
        this.publishers = publishers;
        this.rests = rests;
        this.stopping = stopping;
    }

    /** The events that their brokers have confirmed. */
    List<QueuedEvent> published() {
        return published;
    }

    /** The events that their brokers refused, and why. */
    Map<QueuedEvent, Exception> refused() {
        return refused;
    }

    /** Whether there was no time for some that nothing speaks against. */
    boolean cutShort() {
        return cutShort;
    }

    /** Delivers what can be delivered now; what is neither published nor refused afterwards is left for later. */
    void deliver(List<QueuedEvent> events) {
        Map<Publishers.Group, List<QueuedEvent>> groups = new LinkedHashMap<>();
        Map<String, List<QueuedEvent>> byDestination = new HashMap<>();
        for (QueuedEvent event : events) {
            try {
                byDestination
                        .computeIfAbsent(
                                event.event().destination(),
                                d -> groups.computeIfAbsent(
                                        publishers.groupOf(event.event()), group -> new ArrayList<>()))
                        .add(event);
            } catch (OnceboxException e) {
                refused.put(event, e);
            }
        }
        groups.forEach(this::deliver);
    }

    private void deliver(Publishers.Group group, List<QueuedEvent> events) {
        String connection = group.connection();
        List<QueuedEvent> toSend = events;
        if (rests.failing(connection) && !rests.resting(connection)) {
            send(group, events.subList(0, 1));
            toSend = events.subList(1, events.size());
        }
        if (!rests.failing(connection)) {
            send(group, toSend);
        }
        if (rests.failing(connection)) {
            events.forEach(event -> rests.covers(connection, event.event().destination()));
        }
    }

    private void send(Publishers.Group group, List<QueuedEvent> events) {
        List<QueuedEvent> trusted = new ArrayList<>();
        List<QueuedEvent> doubtful = new ArrayList<>();
        for (QueuedEvent event : events) {
            boolean doubt = !group.publisher().batches()
                    || event.state() == EventState.RETRY
                    || rests.failing(event.event().destination());
            (doubt ? doubtful : trusted).add(event);
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
            rests.succeeded(group.connection());
        } catch (Exception e) {
            if (reached(group, e)) {
                singly(group, events);
            }
        }
    }

    private void singly(Publishers.Group group, List<QueuedEvent> events) {
        for (QueuedEvent event : events) {
            String destination = event.event().destination();
            if (stopping.getAsBoolean() || System.nanoTime() - start > PATIENCE.toNanos()) {
                cutShort = true;
                return;
            }
            if (rests.resting(group.connection())) {
                return;
            }
            if (rests.resting(destination) || (event.orderKey() != null && waiting.contains(event.orderKey()))) {
                continue;
            }
            try {
                group.publisher().publishAlone(event.event());
                published.add(event);
                strikes.put(destination, Integer.MIN_VALUE);
                rests.succeeded(group.connection());
                rests.succeeded(destination);
            } catch (Exception e) {
                if (!reached(group, e)) {
                    return;
                }
                refuse(group, event, e);
            }
        }
    }

    private void refuse(Publishers.Group group, QueuedEvent event, Exception reason) {
        refused.put(event, reason);
        if (event.orderKey() != null) {
            waiting.add(event.orderKey());
        }
        String destination = event.event().destination();
        if (reason instanceof UnpublishableException || !group.publisher().batches()) {
            return;
        }
        if (strikes.merge(destination, 1, Integer::sum) == STRIKES || rests.failing(destination)) {
            rests.failed(destination, reason);
            rests.covers(destination, destination);
        }
    }

    /** Whether the broker can be reached; if not, what failed was no fault of the events. */
    private boolean reached(Publishers.Group group, Exception failure) {
        try {
            group.publisher().reach(group.connection());
            return true;
        } catch (Exception e) {
            rests.failed(group.connection(), failure);
            return false;
        }
    }
}
