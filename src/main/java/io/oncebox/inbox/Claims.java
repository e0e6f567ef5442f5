// SPDX-License-Identifier: Apache-2.0
package io.oncebox.inbox;

import io.oncebox.api.OnceboxException;
import io.oncebox.log.Errors;
import io.oncebox.log.Log;
import io.oncebox.spi.Transactions;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/** Claims, and what is done behind them, in transactions of their own. */
record Claims(Transactions transactions) {

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
                return transactions.inNew(() -> claimAndRun(handler, id, claim, work, conflict));
            } catch (Exception e) {
                if (!conflict.getAndSet(false) || attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private static <T> T claimAndRun(
            String handler, String id, BooleanSupplier claim, Work<T> work, AtomicBoolean conflict) throws Exception {
        boolean first;
        try {
            first = claim.getAsBoolean();
            if (!first) {
                Log.duplicateDropped(handler, id);
                return work.run(false);
            }
        } catch (OnceboxException e) {
            conflict.set(Errors.isConflict(e));
            throw e;
        }
        return work.run(true);
    }
}
