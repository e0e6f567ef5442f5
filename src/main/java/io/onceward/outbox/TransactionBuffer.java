// SPDX-License-Identifier: Apache-2.0
package io.onceward.outbox;

import io.onceward.queue.RecordedEvent;
import io.onceward.queue.store.AppendStore;
import io.onceward.transaction.Sentinel;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * The events of one transaction until they are written, just before it completes.
 *
 * <p>The {@code beforeCompletion} of the buffer writes nothing: it registers the writer behind all other synchronizations. A
 * JPA provider that flushes in this phase has then taken its row locks, so positions are drawn in the order of the commits.
 * Events that entity listeners record go into the same batch.
 */
final class TransactionBuffer implements Synchronization {

    private final TransactionSynchronizationRegistry registry;
    private final BiConsumer<AppendStore, List<RecordedEvent>> afterCommit;
    private final Map<AppendStore, List<RecordedEvent>> events = new LinkedHashMap<>();
    private final Map<AppendStore, Sentinel.Watch> watches = new HashMap<>();
    private final List<Runnable> probes = new ArrayList<>();
    private final List<OutcomeListener> listeners = new ArrayList<>();
    private boolean drained;

    TransactionBuffer(
            TransactionSynchronizationRegistry registry, BiConsumer<AppendStore, List<RecordedEvent>> afterCommit) {
        this.registry = registry;
        this.afterCommit = afterCommit;
    }

    /**
     * @param watch the sentinel of the transaction
     * @param rows the rows of one event, one for each destination
     * @param listener learns how the transaction has ended
     */
    void add(AppendStore store, Sentinel.Watch watch, List<RecordedEvent> rows, OutcomeListener listener) {
        events.computeIfAbsent(store, s -> new ArrayList<>()).addAll(rows);
        watches.put(store, watch);
        listeners.add(listener);
    }

    void addProbe(Runnable write) {
        probes.add(write);
    }

    /** Returns whether the buffer was written, so that further events need another one. */
    boolean isDrained() {
        return drained;
    }

    @Override
    public void beforeCompletion() {
        registry.registerInterposedSynchronization(new Writer());
    }

    @Override
    public void afterCompletion(int status) {
        boolean committed = status == Status.STATUS_COMMITTED;
        if (committed) {
            events.forEach(afterCommit);
        }
        listeners.forEach(listener -> listener.ended(committed));
    }

    /** Writes the events. The transaction calls it last; an exception rolls the transaction back. */
    private final class Writer implements Synchronization {

        @Override
        public void beforeCompletion() {
            drained = true;
            if (registry.getRollbackOnly()) {
                return;
            }
            events.forEach((store, rows) -> {
                Sentinel.Watch watch = watches.get(store);
                store.write(rows, watch.mark()).ifPresent(watch::shown);
            });
            probes.forEach(Runnable::run);
        }

        @Override
        public void afterCompletion(int status) {
            // the buffer has its own synchronization
        }
    }
}
