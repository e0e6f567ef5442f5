// SPDX-License-Identifier: Apache-2.0
package io.oncebox.queue;

import io.oncebox.api.Pause;
import io.oncebox.spi.Transactions;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/** The paused queues of one side, as they were at most one polling interval ago. Thread-safe. */
public final class PausedQueues {

    private final Callable<List<Pause>> source;
    private final Transactions transactions;
    private final Duration interval;
    private Set<String> names;
    private long readAt;

    public PausedQueues(Callable<List<Pause>> source, Transactions transactions, Duration interval) {
        this.source = source;
        this.transactions = transactions;
        this.interval = interval;
    }

    /**
     * Returns the names of the paused queues.
     *
     * @throws Exception if the database can't be read
     */
    synchronized Set<String> names() throws Exception {
        if (names == null || System.nanoTime() - readAt >= interval.toNanos()) {
            long begin = System.nanoTime();
            names = transactions.inNew(source).stream().map(Pause::queue).collect(Collectors.toUnmodifiableSet());
            readAt = begin;
        }
        return names;
    }

    /** Reads the pauses again before the next cycle. */
    public synchronized void forget() {
        names = null;
    }
}
