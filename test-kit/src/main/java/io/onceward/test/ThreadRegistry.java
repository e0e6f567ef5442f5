// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;

/** The synchronization registry of {@link ThreadTransactions}. Thread-safe. */
record ThreadRegistry(ThreadTransactions transactions) implements TransactionSynchronizationRegistry {

    @Override
    public Object getTransactionKey() {
        return transactions.current();
    }

    @Override
    public void putResource(Object key, Object value) {
        required().resources().put(key, value);
    }

    @Override
    public Object getResource(Object key) {
        return required().resources().get(key);
    }

    @Override
    public void registerInterposedSynchronization(Synchronization synchronization) {
        required().interpose(synchronization);
    }

    @Override
    public int getTransactionStatus() {
        return transactions.getStatus();
    }

    @Override
    public void setRollbackOnly() {
        transactions.setRollbackOnly();
    }

    @Override
    public boolean getRollbackOnly() {
        return required().getStatus() == Status.STATUS_MARKED_ROLLBACK;
    }

    private LocalTransaction required() {
        LocalTransaction transaction = transactions.current();
        if (transaction == null) {
            throw new IllegalStateException("The thread has no transaction.");
        }
        return transaction;
    }
}
