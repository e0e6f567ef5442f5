// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import io.onceward.spi.Transactions;
import jakarta.transaction.TransactionManager;
import java.util.concurrent.Callable;

/** Transactions for threads that have none. */
record OwnTransactions(TransactionManager manager) implements Transactions {

    @Override
    public <T> T inNew(Callable<T> work) throws Exception {
        manager.begin();
        T result;
        try {
            result = work.call();
        } catch (Exception e) {
            manager.rollback();
            throw e;
        }
        manager.commit();
        return result;
    }

    @Override
    public <T> T suspended(Callable<T> work) throws Exception {
        return work.call();
    }
}
