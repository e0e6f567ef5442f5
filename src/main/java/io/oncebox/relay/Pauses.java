// SPDX-License-Identifier: Apache-2.0
package io.oncebox.relay;

import io.oncebox.api.Pause;
import io.oncebox.spi.Transactions;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/** The lines of one queue that are paused, as they were at most one polling interval ago. Thread-safe. */
public final class Pauses {

    private final Callable<List<Pause>> source;
    private final Transactions transactions;
    private final Duration interval;
    private Set<String> lines;
    private long readAt;

    public Pauses(Callable<List<Pause>> source, Transactions transactions, Duration interval) {
        this.source = source;
        this.transactions = transactions;
        this.interval = interval;
    }

    /** @throws Exception if the database can't be asked */
    synchronized Set<String> lines() throws Exception {
        if (lines == null || System.nanoTime() - readAt >= interval.toNanos()) {
            long begin = System.nanoTime();
            lines = transactions.inNew(source).stream().map(Pause::line).collect(Collectors.toUnmodifiableSet());
            readAt = begin;
        }
        return lines;
    }

    /** Has them read again before the next pass. */
    public synchronized void forget() {
        lines = null;
    }
}
