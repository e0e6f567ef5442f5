// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import io.onceward.api.OncewardException;
import io.onceward.log.Causes;
import io.onceward.metrics.Metric;
import io.onceward.metrics.MetricsRecorder;
import io.onceward.spi.Transactions;
import io.onceward.transaction.Sentinel;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Claims messages and runs their handlers, each in a new transaction.
 *
 * <ol>
 *   <li>The first statement of the transaction inserts the claim: the row of handler and message. If it exists, an earlier transaction has
 *       committed the effects of the message, and the handler does not run.
 *   <li>A concurrent claim of the same message waits for the lock of the new row. If the first transaction commits, the second is a
 *       duplicate; if it rolls back, the second claims.
 *   <li>The handler runs, and claim and effects commit together (I3). If anything fails, both are undone, and the message comes again.
 * </ol>
 *
 * <p>The claim has to be first and in the transaction of the effects. In a transaction of its own, a crash before the effects would
 * lose the message, because its claim says that it was processed. After other statements, a conflict could not be repeated: some
 * databases end the transaction of the waiting claim, and with it all work before the claim. Therefore only a failure of the claim itself is
 * tried again, in another transaction; a conflict of the handler's own statements is a failure of the handler.
 *
 * <p>A {@link Sentinel} shows before the commit whether the database has undone the claim while the handler ran. Its check changes nothing
 * if the transaction has ended. No other statement follows the handler of a message: the handler may have outlasted its transaction, for
 * example at a timeout, and a later statement would commit alone. An idempotent call stores its result after the method nevertheless: if the claim was
 * rolled back, the foreign key of the result refuses it.
 */
record Claims(
        Transactions transactions, ClaimStore store, Sentinel sentinel, ClaimLimit limit, MetricsRecorder metrics) {

    /** Attempts to claim a message that other nodes claim at the same time. */
    private static final int ATTEMPTS = 5;

    /** Runs after the claim, in its transaction. */
    @FunctionalInterface
    interface Work<T> {
        /** @param first whether this transaction has claimed the message; otherwise an earlier one has */
        T run(boolean first) throws Exception;
    }

    /**
     * Claims and works in one new transaction. If the database ends it because of a concurrent claim of the same message, the
     * claim is tried again in another transaction: it is the first statement, so nothing is lost.
     *
     * @throws OncewardException if the claim was refused, for example by the limit
     */
    <T> T inNew(String handler, String id, Callable<Boolean> claim, Work<T> work) throws Exception {
        return inNew(handler, id, claim, () -> transactions.inNew(() -> store.isClaimed(handler, id)), work);
    }

    /**
     * As {@link #inNew(String, String, Callable, Work)}, where something else than a row of the inbox says that a message was
     * processed.
     *
     * @param claim makes this transaction the one that processes the message; returns whether it is the first
     * @param isClaimed returns whether a transaction has committed this
     */
    <T> T inNew(String handler, String id, Callable<Boolean> claim, Callable<Boolean> isClaimed, Work<T> work)
            throws Exception {
        return limit.run(handler, () -> claimed(handler, id, claim, isClaimed, work));
    }

    private <T> T claimed(String handler, String id, Callable<Boolean> claim, Callable<Boolean> isClaimed, Work<T> work)
            throws Exception {
        AtomicReference<Sentinel.Watch> watch = new AtomicReference<>();
        for (int attempt = 1; ; attempt++) {
            try {
                Done<T> done = transactions.inNew(() -> claimAndRun(handler, id, claim, watch, work));
                requireStanding(watch.get());
                if (done.first()) {
                    metrics.measure(Metric.PROCESS_DURATION, handler, done.seconds());
                }
                return done.result();
            } catch (Exception e) {
                if (watch.get() != null) {
                    warnIfClaimed(handler, id, isClaimed, e);
                    requireStanding(watch.get());
                    throw e;
                }
                if (attempt == ATTEMPTS || !Causes.isConflict(e)) { // the handler has not run
                    throw e;
                }
            }
        }
    }

    /** A statement of the handler may have committed the claim, on some databases each DDL statement. */
    private static void warnIfClaimed(String handler, String id, Callable<Boolean> isClaimed, Exception failure) {
        try {
            if (isClaimed.call()) {
                InboxLog.claimedButFailed(handler, id);
            }
        } catch (Exception e) {
            failure.addSuppressed(e);
        }
    }

    /** A container may wrap the exception of a synchronization, or drop it. */
    private static void requireStanding(Sentinel.Watch watch) {
        OncewardException undone = watch == null ? null : watch.failure();
        if (undone != null) {
            throw undone;
        }
    }

    /** The outcome of a transaction that may commit. */
    private record Done<T>(boolean first, T result, double seconds) {}

    private <T> Done<T> claimAndRun(
            String handler, String id, Callable<Boolean> claim, AtomicReference<Sentinel.Watch> watch, Work<T> work)
            throws Exception {
        if (!claim.call()) {
            duplicateDropped(handler, id);
            return new Done<>(false, work.run(false), 0);
        }
        watch.set(sentinel.setByClaim());
        long start = System.nanoTime();
        T result = work.run(true);
        return new Done<>(true, result, MetricsRecorder.secondsSince(start));
    }

    /** Logs and counts a message whose handler does not run. */
    void duplicateDropped(String handler, String id) {
        InboxLog.duplicateDropped(handler, id);
        metrics.count(Metric.DUPLICATES, handler, 1);
    }
}
