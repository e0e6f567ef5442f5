// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.start;

import io.onceward.cdi.deployment.Feature;
import io.onceward.outbox.RecordingErrors;
import io.onceward.transaction.CallerTransaction;
import io.onceward.transaction.OuterTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.concurrent.Callable;

/**
 * Keeps the transactions of the threads that call Onceward: a failed call marks its transaction for rollback, and a call that has lost
 * its transaction fails. Without the first, an application that catches the failure would commit its data without the event; without
 * the second, what it writes next would commit at once, outside of any transaction. Thread-safe.
 */
@ApplicationScoped
public class TransactionKeeper {

    private volatile CallerTransaction transaction;
    private volatile TransactionManager manager;

    /** Called by CDI. */
    public TransactionKeeper() {}

    /** {@link CallerTransaction#rollBackOnFailure} */
    public <T, E extends Exception> T rollBackOnFailure(CallerTransaction.Work<T, E> work) throws E {
        return transaction().rollBackOnFailure(work);
    }

    /**
     * Runs a method of the application, and requires that the thread then has the same transaction as before.
     *
     * @param member the name of the method in the error
     * @throws io.onceward.api.OncewardException if the thread has lost the transaction; where the server allows it, the
     *     transaction is resumed and marked for rollback
     */
    public <T> T keep(String member, Callable<T> method) throws Exception {
        return outer().keep(method, () -> RecordingErrors.transactionLost(member));
    }

    /** Returns the transaction that the thread has now. */
    public OuterTransaction outer() throws Exception {
        return new OuterTransaction(registry(), manager);
    }

    TransactionSynchronizationRegistry registry() {
        return transaction().registry();
    }

    /** Returns the transaction of the thread. The opening of the engine looks it up: later threads may lack the name. */
    private CallerTransaction transaction() {
        CallerTransaction known = transaction;
        if (known == null) {
            known = new CallerTransaction(
                    Feature.TRANSACTIONS.lookup(Feature.REGISTRY, TransactionSynchronizationRegistry.class));
            manager = ServerTransactionManager.lookup();
            transaction = known;
        }
        return known;
    }
}
