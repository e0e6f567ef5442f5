// SPDX-License-Identifier: Apache-2.0
package io.oncebox.outbox;

import io.oncebox.api.OnceboxException;
import io.oncebox.log.Log;
import io.oncebox.queue.AppendStore;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Knows about how many events wait in each outbox: as many as were counted the last time, and those that were recorded here
 * since. Thread-safe.
 */
public final class Backpressure {

    private final int limit;
    private final Map<AppendStore, AtomicInteger> waiting = new ConcurrentHashMap<>();

    /** @param limit most events that wait; 0 for no limit */
    public Backpressure(int limit) {
        this.limit = limit;
    }

    /** Counts what waits, if the database answers; the relay says it if not. Call it regularly, without a transaction. */
    public void measure(AppendStore store) {
        if (limit == 0) {
            return;
        }
        try {
            waiting(store).set(store.countWaiting(limit));
        } catch (OnceboxException e) {
            Log.countFailed(e);
        }
    }

    /** Notes an event that is about to be recorded; says whether there is room for it. */
    boolean admits(AppendStore store) {
        return limit == 0 || waiting(store).getAndIncrement() < limit;
    }

    int limit() {
        return limit;
    }

    private AtomicInteger waiting(AppendStore store) {
        return waiting.computeIfAbsent(store, s -> new AtomicInteger());
    }
}
