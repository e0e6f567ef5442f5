// SPDX-License-Identifier: Apache-2.0
package io.oncebox.relay;

import io.oncebox.log.Log;
import io.oncebox.spi.ArchiveStore;
import io.oncebox.spi.Transactions;
import java.time.Duration;

/** Deletes archived events after their retention, in chunks with a transaction each. Used by one thread at a time. */
public final class Janitor {

    private static final int CHUNK = 1000;

    /** Most chunks at a time; what is left then is for the next time. */
    private static final int CHUNKS = 100;

    private static final Duration INTERVAL = Duration.ofMinutes(1);

    private final String name;
    private final ArchiveStore archive;
    private final Transactions transactions;
    private final Duration retention;
    private long last = System.nanoTime() - INTERVAL.toNanos();

    /** @param name of the datasource, for messages */
    public Janitor(String name, ArchiveStore archive, Transactions transactions, Duration retention) {
        this.name = name;
        this.archive = archive;
        this.transactions = transactions;
        this.retention = retention;
    }

    /** Tidies up, if that was not done within the last minute. */
    public synchronized void tick() {
        if (System.nanoTime() - last < INTERVAL.toNanos()) {
            return;
        }
        last = System.nanoTime();
        long total = 0;
        try {
            int deleted = CHUNK;
            for (int chunk = 0; chunk < CHUNKS && deleted == CHUNK; chunk++) {
                deleted = transactions.inNew(() -> archive.prune(retention, CHUNK));
                total += deleted;
            }
        } catch (Exception e) {
            Log.pruningFailed(name, e);
        }
        if (total > 0) {
            Log.pruned(name, total);
        }
    }
}
