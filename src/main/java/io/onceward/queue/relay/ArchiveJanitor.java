// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.metrics.Metric;
import io.onceward.queue.store.ArchiveStore;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;

/** Deletes archived events after their retention, in chunks with a transaction each. Thread-safe. */
public final class ArchiveJanitor {

    private static final int CHUNK = 1000;

    /** Most chunks of one run; the next run deletes the others. */
    private static final int CHUNKS = 100;

    private static final Duration INTERVAL = Duration.ofMinutes(1);

    /** The wait while something else deletes expired rows. A whole interval could meet it again each time. */
    private static final Duration BUSY_INTERVAL = Duration.ofSeconds(1);

    private final String name;
    private final ArchiveStore archive;
    private final NodeContext node;
    private final Duration retention;
    private final AtomicLong due;

    /** @param name the datasource, for messages */
    public ArchiveJanitor(String name, ArchiveStore archive, NodeContext node, Duration retention) {
        this.name = name;
        this.archive = archive;
        this.node = node;
        this.due = new AtomicLong(node.time().nanos());
        this.retention = retention;
    }

    /** Deletes expired events on another thread, once a minute. */
    public void tick() {
        long next = due.get();
        long now = node.time().nanos();
        if (now - next < 0 || !due.compareAndSet(next, now + INTERVAL.toNanos())) {
            return;
        }
        try {
            node.executor().execute(this::prune);
        } catch (RuntimeException e) {
            RelayLog.pruningFailed(name, e);
        }
    }

    private void prune() {
        long total = 0;
        try {
            int deleted = CHUNK;
            for (int chunk = 0; chunk < CHUNKS && deleted == CHUNK; chunk++) {
                OptionalInt pruned = node.transactions().inNew(() -> archive.prune(retention, CHUNK));
                if (pruned.isEmpty()) {
                    due.set(node.time().nanos() + BUSY_INTERVAL.toNanos());
                }
                deleted = pruned.orElse(0);
                total += deleted;
                node.metrics().count(Metric.JANITOR_DELETED, "outbox_sent", deleted);
            }
        } catch (Exception e) {
            RelayLog.pruningFailed(name, e);
        }
        if (total > 0) {
            RelayLog.pruned(name, total);
        }
    }
}
