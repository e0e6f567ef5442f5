// SPDX-License-Identifier: Apache-2.0
package io.onceward.outbox;

import io.onceward.api.OncewardException;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.store.AppendStore;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The limit of pending events in each outbox. It compares an estimate: the last count, plus the events recorded on this node
 * since. Thread-safe.
 */
public final class Backpressure implements Admission {

    private final int limit;
    private final Executor executor;
    private final Map<AppendStore, AtomicInteger> pending = new ConcurrentHashMap<>();
    private final Set<AppendStore> underWay = ConcurrentHashMap.newKeySet();

    /**
     * @param limit maximum of pending events; 0 for no limit
     * @param executor counts them
     */
    public Backpressure(int limit, Executor executor) {
        this.limit = limit;
        this.executor = executor;
    }

    /** Counts the pending events on another thread, unless the last count is under way. Call it regularly. */
    public void measure(AppendStore store) {
        if (limit == 0 || !underWay.add(store)) {
            return;
        }
        try {
            executor.execute(() -> count(store));
        } catch (RuntimeException | Error e) { // such as too many threads
            underWay.remove(store);
            OutboxLog.countFailed(e);
        }
    }

    private void count(AppendStore store) {
        try {
            pending(store).set(store.countWaiting(limit));
        } catch (OncewardException e) {
            OutboxLog.countFailed(e);
        } finally {
            underWay.remove(store);
        }
    }

    /** Counts the rows of an event, and refuses it if the limit is reached. */
    @Override
    public void admit(Channel channel, List<RecordedEvent> rows) {
        if (!admits(channel.store(), rows.size())) {
            throw RecordingErrors.tooManyPending(channel.name(), limit);
        }
    }

    /** Counts the rows of an event that is about to be recorded; returns whether the limit admits it. */
    boolean admits(AppendStore store, int rows) {
        return limit == 0 || pending(store).getAndAdd(rows) < limit;
    }

    private AtomicInteger pending(AppendStore store) {
        return pending.computeIfAbsent(store, s -> new AtomicInteger());
    }
}
