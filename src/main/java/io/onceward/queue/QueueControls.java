// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue;

import io.onceward.spi.Transactions;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;

/** The pauses and retry policies of one side's queues, as they were at most one polling interval ago. Thread-safe. */
public final class QueueControls {

    /**
     * Pauses and retry policies as one query has read them.
     *
     * @param paused the names of the paused queues
     * @param policies the retry policies by the names of their queues
     */
    public record Reading(Set<String> paused, Map<String, RetryPolicy> policies) {

        public Reading {
            paused = Set.copyOf(paused);
            policies = Map.copyOf(policies);
        }
    }

    private final Callable<Reading> source;
    private final Transactions transactions;
    private final Duration interval;
    private Reading last;
    private long readAt;

    public QueueControls(Callable<Reading> source, Transactions transactions, Duration interval) {
        this.source = source;
        this.transactions = transactions;
        this.interval = interval;
    }

    /**
     * Returns the pauses and retry policies.
     *
     * @throws Exception if the database can't be read
     */
    synchronized Reading current() throws Exception {
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
