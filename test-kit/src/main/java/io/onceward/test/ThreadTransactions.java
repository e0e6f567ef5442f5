// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.UserTransaction;

/** The transactions of the threads, without XA. Thread-safe. */
final class ThreadTransactions implements TransactionManager, UserTransaction {

    /** Not static: each test outbox has transactions of its own. */
    @SuppressWarnings("ThreadLocalUsage")
    private final ThreadLocal<LocalTransaction> current = new ThreadLocal<>();

    /** Returns the transaction of the thread; {@code null} if there is none. */
    LocalTransaction current() {
        return current.get();
    }

    @Override
    public void begin() throws NotSupportedException {
        if (current.get() != null) {
            throw new NotSupportedException("The thread has a transaction. Complete or suspend it first.");
        }
        current.set(new LocalTransaction());
    }

    @Override
    public void commit() throws RollbackException {
        LocalTransaction transaction = required();
        try {
            transaction.commit();
        } finally {
            current.remove();
        }
    }

    @Override
    public void rollback() {
        LocalTransaction transaction = required();
        try {
            transaction.rollback();
        } finally {
            current.remove();
        }
    }

    @Override
    public void setRollbackOnly() {
        required().setRollbackOnly();
    }

    private LocalTransaction required() {
        LocalTransaction transaction = current.get();
        if (transaction == null) {
            throw new IllegalStateException("The thread has no transaction.");
        }
        return transaction;
    }

    @Override
    public int getStatus() {
        LocalTransaction transaction = current.get();
        return transaction == null ? Status.STATUS_NO_TRANSACTION : transaction.getStatus();
    }

    @Override
    public Transaction getTransaction() {
        return current.get();
    }

    @Override
    public Transaction suspend() {
        LocalTransaction transaction = current.get();
        current.remove();
        return transaction;
    }

    @Override
    public void resume(Transaction transaction) throws InvalidTransactionException {
        if (!(transaction instanceof LocalTransaction local)) {
            throw new InvalidTransactionException("The transaction is not one of the test kit.");
        }
        if (current.get() != null) {
            throw new IllegalStateException("The thread has another transaction.");
        }
        current.set(local);
    }

    /** Does nothing: the transactions of tests have no time limit. */
    @Override
    public void setTransactionTimeout(int seconds) {
        // no limit
    }
}
