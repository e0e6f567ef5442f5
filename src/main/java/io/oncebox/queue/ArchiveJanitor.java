// SPDX-License-Identifier: Apache-2.0
package io.oncebox.queue;

import io.oncebox.log.Log;
import io.oncebox.metrics.Metric;
import io.oncebox.metrics.MetricsRecorder;
import io.oncebox.spi.Transactions;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;

/** Deletes archived events after their retention, in chunks with a transaction each. Thread-safe. */
public final class ArchiveJanitor {

    private static final int CHUNK = 1000;

    /** Most chunks of one run; the next run deletes the others. */
    private static final int CHUNKS = 100;

    private static final Duration INTERVAL = Duration.ofMinutes(1);

    private final String name;
    private final ArchiveStore archive;
    private final Transactions transactions;
    private final Executor executor;
    private final MetricsRecorder metrics;
    private final Duration retention;
    private final AtomicLong last = new AtomicLong(System.nanoTime() - INTERVAL.toNanos());

    /**
     * @param name the datasource, for messages
     * @param executor runs the deletion
     */
    public ArchiveJanitor(
            String name,
            ArchiveStore archive,
            Transactions transactions,
            Executor executor,
            MetricsRecorder metrics,
            Duration retention) {
        this.name = name;
        this.archive = archive;
        this.transactions = transactions;
        this.executor = executor;
        this.metrics = metrics;
        this.retention = retention;
    }

    /** Deletes expired events on another thread, at most once a minute. */
    public void tick() {
        long before = last.get();
        long now = System.nanoTime();
        if (now - before < INTERVAL.toNanos() || !last.compareAndSet(before, now)) {
            return;
        }
        try {
            executor.execute(this::prune);
        } catch (RuntimeException e) {
            Log.pruningFailed(name, e);
        }
    }

    private void prune() {
        long total = 0;
        try {
            int deleted = CHUNK;
            for (int chunk = 0; chunk < CHUNKS && deleted == CHUNK; chunk++) {
                deleted = transactions.inNew(() -> archive.prune(retention, CHUNK));
                total += deleted;
                metrics.count(Metric.JANITOR_DELETED, "outbox_sent", deleted);
            }
        } catch (Exception e) {
            Log.pruningFailed(name, e);
        }
        if (total > 0) {
            Log.pruned(name, total);
        }
    }
}
