// SPDX-License-Identifier: Apache-2.0
package io.oncebox.inbox;

import io.oncebox.api.OnceboxException;
import io.oncebox.log.Causes;
import io.oncebox.log.Log;
import io.oncebox.metrics.Metric;
import io.oncebox.metrics.MetricsRecorder;
import io.oncebox.spi.Transactions;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/** Claims, and what is done behind them, in transactions of their own. */
record Claims(Transactions transactions, MetricsRecorder metrics) {

    /** How often a claim is tried that meets others of the same message. */
    private static final int ATTEMPTS = 5;

    /** What runs behind a claim. */
    @FunctionalInterface
    interface Work<T> {
        /** @param first whether the message was claimed just now; otherwise it was before */
        T run(boolean first) throws Exception;
    }

    /**
     * Claims and works in one new transaction. If others have claimed the same message meanwhile and the database ends it,
     * another one is tried: the claim is its first statement, nothing is lost.
     */
    <T> T inNew(String handler, String id, BooleanSupplier claim, Work<T> work) throws Exception {
        AtomicBoolean conflict = new AtomicBoolean();
        for (int attempt = 1; ; attempt++) {
            try {
                Done<T> done = transactions.inNew(() -> claimAndRun(handler, id, claim, work, conflict));
                if (done.first()) {
                    metrics.measure(Metric.PROCESS_DURATION, handler, done.seconds());
                }
                return done.result();
            } catch (Exception e) {
                if (!conflict.getAndSet(false) || attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /** What a transaction did that may commit. */
    private record Done<T>(boolean first, T result, double seconds) {}

    private <T> Done<T> claimAndRun(
            String handler, String id, BooleanSupplier claim, Work<T> work, AtomicBoolean conflict) throws Exception {
        try {
            if (!claim.getAsBoolean()) {
                duplicateDropped(handler, id);
                return new Done<>(false, work.run(false), 0);
            }
        } catch (OnceboxException e) {
            conflict.set(Causes.isConflict(e));
            throw e;
        }
        long start = System.nanoTime();
        T result = work.run(true);
        return new Done<>(true, result, MetricsRecorder.secondsSince(start));
    }

    /** Says that the handler did not run. */
    void duplicateDropped(String handler, String id) {
        Log.duplicateDropped(handler, id);
        metrics.count(Metric.DUPLICATES, handler, 1);
    }
}
