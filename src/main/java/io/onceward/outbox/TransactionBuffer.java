// SPDX-License-Identifier: Apache-2.0
package io.onceward.outbox;

import io.onceward.queue.RecordedEvent;
import io.onceward.queue.store.AppendStore;
import io.onceward.queue.store.FreshEvent;
import io.onceward.transaction.Sentinel;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The events of one transaction until they are written, just before it completes.
 *
 * <p>The {@code beforeCompletion} of the buffer writes nothing: it registers the writer behind all other synchronizations. A
 * JPA provider that flushes in this phase has then taken its row locks, so positions are drawn in the order of the commits.
 * Events that entity listeners record go into the same batch.
 *
 * <p>Thread-safe: several threads may have the transaction. Nothing is added once the buffer is drained.
 */
final class TransactionBuffer implements Synchronization {

    private final TransactionSynchronizationRegistry registry;
    private final CommitListener relays;
    private final Map<AppendStore, List<RecordedEvent>> events = new LinkedHashMap<>();
    private final Map<AppendStore, Sentinel.Watch> watches = new HashMap<>();
    private final List<Runnable> probes = new ArrayList<>();
    private final List<OutcomeListener> listeners = new ArrayList<>();
    private boolean drained;

    /** The only event, if the relay may not have to read it. */
    private FreshEvent fresh;

    TransactionBuffer(TransactionSynchronizationRegistry registry, CommitListener relays) {
        this.registry = registry;
        this.relays = relays;
    }

    /**
     * Adds an event.
     *
     * @param listener learns how the transaction has ended
     * @return {@code false} if the buffer was drained, so that the event needs another one
     */
    synchronized boolean add(Channel channel, EventRows rows, OutcomeListener listener) {
        if (drained) {
            return false;
        }
        Sentinel.Watch watch = channel.sentinel().watch();
        add(channel.store(), watch, rows.outbox());
        add(channel.local().store(), watch, rows.local());
        listeners.add(listener);
        return true;
    }

    private void add(AppendStore store, Sentinel.Watch watch, List<RecordedEvent> rows) {
        if (!rows.isEmpty()) {
            events.computeIfAbsent(store, s -> new ArrayList<>()).addAll(rows);
            watches.put(store, watch);
        }
    }

    /** Removes a local event that is not written yet; returns whether it was there. */
    synchronized boolean remove(Collection<String> handlers, String id) {
        if (drained) {
            return false;
        }
        for (List<RecordedEvent> rows : events.values()) {
            if (rows.removeIf(row -> row.id().equals(id) && handlers.contains(row.destination()))) {
                return true;
            }
        }
        return false;
    }

    synchronized void addProbe(Runnable write) {
        probes.add(write);
    }

    /** Returns whether the buffer was written, so that further events need another one. */
    synchronized boolean isDrained() {
        return drained;
    }

    private synchronized void drain() {
        drained = true;
    }

    @Override
    public void beforeCompletion() {
        registry.registerInterposedSynchronization(new Writer());
    }

    @Override
    public void afterCompletion(int status) {
        drain();
        boolean committed = status == Status.STATUS_COMMITTED;
        if (committed) {
            events.forEach((store, rows) -> relays.committed(store, rows, fresh));
        }
        listeners.forEach(listener -> listener.ended(committed));
    }

    /** Writes the events. The transaction calls it last; an exception rolls the transaction back. */
    private final class Writer implements Synchronization {

        @Override
        public void beforeCompletion() {
            drain();
            if (registry.getRollbackOnly()) {
                return;
            }
            events.forEach(this::write);
            probes.forEach(Runnable::run);
        }

        private void write(AppendStore store, List<RecordedEvent> rows) {
            if (rows.isEmpty()) {
                return; // its events were removed
            }
            Sentinel.Watch watch = watches.get(store);
            long ticket = events.size() + rows.size() == 2 ? relays.ticket(store, rows.get(0)) : FreshEvent.NO_TICKET;
            fresh = ticket == FreshEvent.NO_TICKET ? null : store.append(rows.get(0), watch.mark(), ticket);
            if (fresh == null) {
                store.write(rows, watch.mark()).ifPresent(watch::shown);
            } else {
                watch.shown(fresh.event != null);
            }
        }

        @Override
        public void afterCompletion(int status) {
            // the buffer has its own synchronization
        }
    }
}
