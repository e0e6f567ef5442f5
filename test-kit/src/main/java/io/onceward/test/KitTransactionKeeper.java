// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import io.onceward.cdi.start.TransactionKeeper;
import io.onceward.outbox.RecordingErrors;
import io.onceward.transaction.CallerTransaction;
import io.onceward.transaction.OuterTransaction;
import java.util.concurrent.Callable;

/** Keeps the transactions of a test, which no JNDI names. Thread-safe. */
final class KitTransactionKeeper extends TransactionKeeper {

    private final TestTransactions transactions;
    private final CallerTransaction caller;

    KitTransactionKeeper(TestTransactions transactions) {
        this.transactions = transactions;
        this.caller = new CallerTransaction(transactions.registry());
    }

    @Override
    public <T, E extends Exception> T rollBackOnFailure(CallerTransaction.Work<T, E> work) throws E {
        return caller.rollBackOnFailure(work);
    }

    @Override
    public <T> T keep(String member, Callable<T> method) throws Exception {
        return outer().keep(method, () -> RecordingErrors.transactionLost(member));
    }

    @Override
    public OuterTransaction outer() throws Exception {
        return new OuterTransaction(transactions.registry(), transactions.manager());
    }
}
