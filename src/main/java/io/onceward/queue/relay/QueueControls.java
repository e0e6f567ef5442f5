// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.queue.Time;
import io.onceward.queue.store.Controls;
import io.onceward.spi.Transactions;
import java.time.Duration;
import java.util.concurrent.Callable;

/** The pauses and retry policies of one side's queues, as they were at most one polling interval ago. Thread-safe. */
public final class QueueControls {

    private final Callable<Controls> source;
    private final Transactions transactions;
    private final Duration interval;
    private final Time time;
    private Controls last;
    private long readAt;

    public QueueControls(Callable<Controls> source, Transactions transactions, Duration interval, Time time) {
        this.time = time;
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
        if (last == null || time.nanos() - readAt >= interval.toNanos()) {
            long begin = time.nanos();
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
