// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.UserTransaction;

/** The {@code UserTransaction} of a transaction manager. Thread-safe. */
record ManagedTransaction(TransactionManager manager) implements UserTransaction {

    @Override
    public void begin() throws NotSupportedException, SystemException {
        manager.begin();
    }

    @Override
    public void commit()
            throws RollbackException, HeuristicMixedException, HeuristicRollbackException, SystemException {
        manager.commit();
    }

    @Override
    public void rollback() throws SystemException {
        manager.rollback();
    }

    @Override
    public void setRollbackOnly() throws SystemException {
        manager.setRollbackOnly();
    }

    @Override
    public int getStatus() throws SystemException {
        return manager.getStatus();
    }

    @Override
    public void setTransactionTimeout(int seconds) throws SystemException {
        manager.setTransactionTimeout(seconds);
    }
}
