// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.queue.store.Controls;
import io.onceward.spi.Transactions;
import java.time.Duration;
import java.util.concurrent.Callable;

/** The pauses and retry policies of one side's queues, as they were at most one polling interval ago. Thread-safe. */
public final class QueueControls {

    private final Callable<Controls> source;
    private final Transactions transactions;
    private final Duration interval;
    private Controls last;
    private long readAt;

    public QueueControls(Callable<Controls> source, Transactions transactions, Duration interval) {
        this.source = source;
        this.transactions = transactions;
        this.interval = interval;
    }

    /**
     * Returns the pauses and retry policies.
     *
     * @throws Exception if the database can't be read
     */
    synchronized Controls current() throws Exception {
        if (last == null || System.nanoTime() - readAt >= interval.toNanos()) {
            long begin = System.nanoTime();
            last = transactions.inNew(source);
            readAt = begin;
        }
        return last;
    }

    /** Reads again before the next cycle. */
    public synchronized void forget() {
        last = null;
    }
}
