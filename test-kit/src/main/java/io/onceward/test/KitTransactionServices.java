// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import jakarta.transaction.Synchronization;
import jakarta.transaction.UserTransaction;
import org.jboss.weld.transaction.spi.TransactionServices;

/** The transactions of the test for Weld: for observers of a phase of the transaction, and for {@code UserTransaction}. Thread-safe. */
record KitTransactionServices(TestTransactions transactions) implements TransactionServices {

    @Override
    public void registerSynchronization(Synchronization synchronization) {
        transactions.registry().registerInterposedSynchronization(synchronization);
    }

    @Override
    public boolean isTransactionActive() {
        return transactions.isOpen();
    }

    @Override
    public UserTransaction getUserTransaction() {
        return new ManagedTransaction(transactions.manager());
    }

    @Override
    public void cleanup() {
        // the test outbox closes what it has opened
    }
}
