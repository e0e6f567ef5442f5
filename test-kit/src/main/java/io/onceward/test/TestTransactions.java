// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.concurrent.Callable;

/** The transactions of a test. Thread-safe. */
record TestTransactions(TransactionManager manager, TransactionSynchronizationRegistry registry) {

    boolean isNone() {
        return registry.getTransactionStatus() == Status.STATUS_NO_TRANSACTION;
    }

    /** Returns whether the thread has a transaction that has not ended. */
    boolean isOpen() {
        int status = registry.getTransactionStatus();
        return status == Status.STATUS_ACTIVE || status == Status.STATUS_MARKED_ROLLBACK;
    }

    /** Throws an exception if the thread has a transaction. */
    void requireNone(String method) {
        if (!isNone()) {
            throw TestKitErrors.inTransaction(method);
        }
    }

    /** Runs work in a new transaction, and commits it; rolls back if the work throws. */
    <T> T run(Callable<T> work) throws Exception {
        manager.begin();
        T result;
        try {
            result = work.call();
        } catch (Throwable e) {
            rollBack();
            throw e;
        }
        manager.commit();
        return result;
    }

    /** Rolls back the transaction of the thread, if there is one. */
    void rollBack() {
        try {
            if (manager.getStatus() != Status.STATUS_NO_TRANSACTION) {
                manager.rollback();
            }
        } catch (SystemException e) {
            throw TestKitErrors.databaseFailed("roll back a transaction", e);
        }
    }
}
