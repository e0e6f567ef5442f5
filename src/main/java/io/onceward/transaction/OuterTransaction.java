// SPDX-License-Identifier: Apache-2.0
package io.onceward.transaction;

import jakarta.transaction.Status;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/**
 * The open transaction that a thread has when it calls the application, if any. The thread must have the same transaction after the
 * call. Some servers do not resume it after an inner transaction has failed at its commit: the thread goes on without a
 * transaction, and the outer one stays suspended, with its locks. For one call, on one thread.
 */
public final class OuterTransaction {

    private final TransactionSynchronizationRegistry registry;
    private final TransactionManager manager;
    private final Object key;
    private final Transaction transaction;

    /**
     * Remembers the transaction of the thread.
     *
     * @param manager {@code null} if the server has none that applications can use; a lost transaction then ends by its timeout
     */
    public OuterTransaction(TransactionSynchronizationRegistry registry, TransactionManager manager) throws Exception {
        this.registry = registry;
        this.manager = manager;
        this.key = isOpen(registry.getTransactionStatus()) ? registry.getTransactionKey() : null;
        this.transaction = manager == null || key == null ? null : manager.getTransaction();
    }

    /**
     * Runs work in the transaction, and requires that the thread still has it afterwards.
     *
     * @param lost makes the exception that is thrown if the work returns without the transaction
     * @throws Exception what the work threw, or {@code lost}
     */
    public <T> T keep(Callable<T> work, Supplier<? extends RuntimeException> lost) throws Exception {
        return restoreOnFailure(() -> {
            T result = work.call();
            require(lost);
            return result;
        });
    }

    /**
     * Runs work. If it throws and the thread has lost the transaction, the transaction is resumed and marked for rollback, so
     * that its owner ends it and the database releases its locks.
     *
     * @throws Exception what the work threw
     */
    public <T> T restoreOnFailure(Callable<T> work) throws Exception {
        try {
            return work.call();
        } catch (Throwable e) {
            if (isLost()) {
                restore(e);
            }
            throw e;
        }
    }

    /** Throws an exception if the thread has lost the transaction. Call it within {@link #restoreOnFailure}. */
    public void require(Supplier<? extends RuntimeException> lost) {
        if (isLost()) {
            throw lost.get();
        }
    }

    /** A transaction that was rolled back early, for example by its timeout, is not lost: its owner notices at the commit. */
    private boolean isLost() {
        if (key == null) {
            return false;
        }
        try {
            int status = registry.getTransactionStatus();
            return status == Status.STATUS_NO_TRANSACTION
                    || status == Status.STATUS_COMMITTED
                    || !key.equals(registry.getTransactionKey());
        } catch (RuntimeException e) {
            return true; // GlassFish 8 and Payara 7 throw a NullPointerException
        }
    }

    private void restore(Throwable reason) {
        if (transaction == null) {
            return;
        }
        try {
            if (manager.getTransaction() != null) {
                manager.rollback(); // a transaction that the work has begun and left open
            }
            if (isOpen(transaction.getStatus())) {
                manager.resume(transaction);
                manager.setRollbackOnly();
            }
        } catch (Exception e) {
            reason.addSuppressed(e);
        }
    }

    /** Returns whether a transaction with this status has not ended. */
    private static boolean isOpen(int status) {
        return status == Status.STATUS_ACTIVE || status == Status.STATUS_MARKED_ROLLBACK;
    }
}
