// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.queue.Time;
import io.onceward.queue.store.QueueStore;
import io.onceward.queue.store.QueuedEvent;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/** Tells operators that events of a queue wait for a lock of another session, which session this is, and when the wait is over. */
final class LockWatch {

    /** The longest wait that is not logged. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** The time between two messages about one wait. */
    private static final Duration AGAIN = Duration.ofMinutes(10);

    private final String label;
    private final QueueStore queue;
    private final Executor executor;
    private final Time time;
    private final AtomicBoolean asking = new AtomicBoolean();
    private long saidAt;
    private volatile boolean saidAll;
    private volatile boolean said;

    /** @param label what the log calls the queue */
    LockWatch(String label, QueueStore queue, Executor executor, Time time) {
        this.time = time;
        this.label = label;
        this.queue = queue;
        this.executor = executor;
    }

    /**
     * Looks whether events wait, and asks the database for the reason on another thread. Called by one thread at a time.
     *
     * @param locked the event that waits longest for a lock, and for how long
     * @param all whether so many rows are locked that the relay reads no further ones
     * @param inStep how long the coordinator has waited for the database
     */
    void look(Optional<Map.Entry<QueuedEvent, Duration>> locked, boolean all, Duration inStep) {
        Duration waited = locked.map(Map.Entry::getValue)
                .filter(row -> row.compareTo(inStep) > 0)
                .orElse(inStep);
        if (locked.isEmpty() && inStep.compareTo(PATIENCE) <= 0) {
            end();
        } else if (waited.compareTo(PATIENCE) > 0
                && (!said || (all && !saidAll) || time.nanos() - saidAt > AGAIN.toNanos())) {
            ask(locked, all, waited);
        }
    }

    private void end() {
        if (said && !asking.get()) {
            said = false;
            RelayLog.lockEnded(label);
        }
    }

    private void ask(Optional<Map.Entry<QueuedEvent, Duration>> locked, boolean all, Duration waited) {
        if (!asking.compareAndSet(false, true)) {
            return;
        }
        try {
            executor.execute(() -> say(locked, all, waited));
        } catch (RejectedExecutionException e) {
            asking.set(false); // the next look asks again
        }
    }

    private void say(Optional<Map.Entry<QueuedEvent, Duration>> locked, boolean all, Duration waited) {
        try {
            String holders =
                    queue.lockHolders(locked.map(row -> row.getKey().seq()).orElse(0L));
            locked.filter(row -> !all)
                    .ifPresentOrElse(
                            row -> RelayLog.rowLocked(
                                    queue.side().rowKind(), row.getKey().event().id(), label, waited, holders),
                            () -> RelayLog.tableLocked(label, waited, holders));
            saidAt = time.nanos();
            saidAll = all;
            said = true;
        } finally {
            asking.set(false);
        }
    }
}
