// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

import io.onceward.outbox.RecordingErrors;
import io.onceward.spi.Transactions;
import io.onceward.transaction.OuterTransaction;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.concurrent.Callable;

/** {@link Transactions} of a transaction manager. */
record JtaTransactions(TransactionManager manager, TransactionSynchronizationRegistry registry)
        implements Transactions {

    /** Names the work in the error if it has lost its transaction. */
    private static final String WORK = "The work";

    @Override
    public <T> T inNew(Callable<T> work) throws Exception {
        return suspended(() -> {
            manager.begin();
            T result;
            try {
                result =
                        new OuterTransaction(registry, manager).keep(work, () -> RecordingErrors.transactionLost(WORK));
            } catch (Throwable e) {
                rollBack(e);
                throw e;
            }
            manager.commit();
            return result;
        });
    }

    private void rollBack(Throwable reason) {
        try {
            manager.rollback();
        } catch (SystemException | RuntimeException e) {
            reason.addSuppressed(e);
        }
    }

    @Override
    public <T> T suspended(Callable<T> work) throws Exception {
        Transaction suspended = manager.suspend();
        if (suspended == null) {
            return work.call();
        }
        try {
            return work.call();
        } finally {
            manager.resume(suspended);
        }
    }
}
