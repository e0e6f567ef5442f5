// SPDX-License-Identifier: Apache-2.0
package io.oncebox.outbox;

import io.oncebox.api.OnceboxException;
import io.oncebox.log.Log;
import io.oncebox.queue.AppendStore;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The limit of pending events in each outbox. It compares an estimate: the last count, plus the events recorded on this node
 * since. Thread-safe.
 */
public final class Backpressure {

    private final int limit;
    private final Map<AppendStore, AtomicInteger> pending = new ConcurrentHashMap<>();

    /** @param limit maximum of pending events; 0 for no limit */
    public Backpressure(int limit) {
        this.limit = limit;
    }

    /** Counts the pending events, if the database answers. Call it regularly, without a transaction. */
    public void measure(AppendStore store) {
        if (limit == 0) {
            return;
        }
        try {
            pending(store).set(store.countWaiting(limit));
        } catch (OnceboxException e) {
            Log.countFailed(e);
        }
    }

    /** Counts an event that is about to be recorded; returns whether the limit admits it. */
    boolean admits(AppendStore store) {
        return limit == 0 || pending(store).getAndIncrement() < limit;
    }

    int limit() {
        return limit;
    }

    private AtomicInteger pending(AppendStore store) {
        return pending.computeIfAbsent(store, s -> new AtomicInteger());
    }
}
