// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import io.onceward.inbox.ExpiredClaimStore.Pruned;
import io.onceward.inbox.ExpiredClaimStore.Retention;
import io.onceward.metrics.Metric;
import io.onceward.metrics.MetricsRecorder;
import io.onceward.spi.Transactions;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * The janitor of the inbox: deletes claims after their retention, in chunks with a transaction each, at most half of the
 * time. A crash leaves nothing to repair: the next run begins with the oldest claim. Thread-safe.
 */
public final class ClaimJanitor {

    /** Claims in one chunk; a redelivery of one of these messages may wait for the transaction of the chunk. */
    private static final int CHUNK = 1000;

    /** Longest wait for the first run, and after a run that did not finish. */
    private static final Duration RETRY_INTERVAL = Duration.ofMinutes(1);

    private static final Duration PROGRESS_INTERVAL = Duration.ofSeconds(30);

    private final String name;
    private final ExpiredClaimStore claims;
    private final Transactions transactions;
    private final Executor executor;
    private final MetricsRecorder metrics;
    private final Retention retention;
    private final long interval;
    private final long retryInterval;
    private final AtomicBoolean running = new AtomicBoolean();
    private volatile long due;
    private volatile boolean stopping;

    /**
     * @param name of the datasource, for messages
     * @param executor runs the deletion
     * @param interval between two runs; the first is a minute from now at the latest
     */
    public ClaimJanitor(
            String name,
            ExpiredClaimStore claims,
            Transactions transactions,
            Executor executor,
            MetricsRecorder metrics,
            Retention retention,
            Duration interval) {
        this.name = name;
        this.claims = claims;
        this.transactions = transactions;
        this.executor = executor;
        this.metrics = metrics;
        this.retention = retention;
        this.interval = interval.toNanos();
        this.retryInterval = Math.min(this.interval, RETRY_INTERVAL.toNanos());
        this.due = System.nanoTime() + retryInterval;
    }

    /** Starts a run on another thread, if one is due. */
    public void tick() {
        if (stopping || System.nanoTime() - due < 0 || !running.compareAndSet(false, true)) {
            return;
        }
        due = System.nanoTime() + retryInterval;
        try {
            executor.execute(this::run);
        } catch (RuntimeException | Error e) {
            running.set(false);
            InboxLog.claimPruningFailed(name, e);
        }
    }

    /** Ends a run after its current chunk. */
    public void halt() {
        stopping = true;
    }

    private void run() {
        try {
            if (prune()) {
                due = System.nanoTime() + interval;
            }
        } catch (Exception e) {
            if (!stopping) {
                InboxLog.claimPruningFailed(name, e);
            }
        } finally {
            running.set(false);
        }
    }

    /** Returns whether the run has finished; {@code false} if another node deletes at the same time. */
    private boolean prune() throws Exception {
        long total = 0;
        long loggedAt = System.nanoTime();
        Instant place = null;
        while (!stopping) {
            long start = System.nanoTime();
            Instant from = place;
            Pruned pruned = transactions.inNew(() -> claims.prune(retention, from, CHUNK));
            total += pruned.deleted();
            metrics.count(Metric.JANITOR_DELETED, "inbox", pruned.deleted());
            place = pruned.next();
            boolean over = pruned.busy() || place == null;
            if (total > 0 && (over || System.nanoTime() - loggedAt > PROGRESS_INTERVAL.toNanos())) {
                InboxLog.claimsPruned(name, total);
                loggedAt = System.nanoTime();
            }
            if (over) {
                return !pruned.busy();
            }
            LockSupport.parkNanos(System.nanoTime() - start);
        }
        return false;
    }
}
