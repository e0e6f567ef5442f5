// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.start;

import io.onceward.config.JndiName;
import io.onceward.spi.Transactions;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.UserTransaction;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.function.BooleanSupplier;

/**
 * {@link Transactions} for the threads of checks, also during the start.
 *
 * <p>The danger is a deadlock: while an application starts, a server lets calls of enterprise beans by other threads wait until the
 * start has ended, and the start waits for these checks. So before the start has succeeded, a new transaction is begun by hand, on a
 * thread that exists for it alone; enterprise beans are called only afterwards, or to suspend a transaction. Thread-safe.
 */
final class TaskTransactions implements Transactions {

    private static final String NAME = "java:comp/UserTransaction";

    private static final long STEP_MILLIS = 10;

    private final TransactionSynchronizationRegistry registry;
    private final Transactions ofBeans;
    private final BooleanSupplier started;
    private final ThreadFactory threads;
    private final Callable<UserTransaction> lookup;
    private volatile UserTransaction known;

    /**
     * @param ofBeans runs work by enterprise beans
     * @param started whether the start has succeeded
     * @param threads create a thread for each new transaction during the start
     */
    TaskTransactions(
            TransactionSynchronizationRegistry registry,
            Transactions ofBeans,
            BooleanSupplier started,
            ThreadFactory threads) {
        this(registry, ofBeans, started, threads, () -> new JndiName(NAME).lookup(UserTransaction.class));
    }

    /** @param lookup finds the transaction of the thread */
    TaskTransactions(
            TransactionSynchronizationRegistry registry,
            Transactions ofBeans,
            BooleanSupplier started,
            ThreadFactory threads,
            Callable<UserTransaction> lookup) {
        this.registry = registry;
        this.ofBeans = ofBeans;
        this.started = started;
        this.threads = threads;
        this.lookup = lookup;
    }

    @Override
    public <T> T inNew(Callable<T> work) throws Exception {
        if (started.getAsBoolean() || hasTransaction()) {
            return ofBeans.inNew(work);
        }
        return onOtherThread(() -> inUserTransaction(work));
    }

    /**
     * The connections that this thread has open outside of a transaction stay out of the new one; Open Liberty closes them if the
     * thread begins a transaction itself. The other thread exists for this transaction alone, so no pool of threads can be exhausted.
     * An interrupt of this thread, by which a check ends at its limit, interrupts it, too.
     */
    private <T> T onOtherThread(Callable<T> work) throws Exception {
        FutureTask<T> task = new FutureTask<>(work);
        Thread thread = threads.newThread(task);
        if (thread == null) {
            throw new RejectedExecutionException("The server gives no thread for a transaction");
        }
        thread.start();
        try {
            while (thread.isAlive() && !task.isDone()) {
                thread.join(STEP_MILLIS);
            }
            if (!task.isDone()) { // as on GlassFish while that changes its list of applications
                throw new RejectedExecutionException("The server ended the thread of a transaction before its work");
            }
            return task.get();
        } catch (InterruptedException e) {
            task.cancel(true);
            throw e;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception failure) {
                throw failure;
            }
            throw e;
        }
    }

    private <T> T inUserTransaction(Callable<T> work) throws Exception {
        UserTransaction transaction = transaction();
        transaction.begin();
        T result;
        try {
            result = work.call();
        } catch (Throwable e) {
            rollBack(transaction, e);
            throw e;
        }
        transaction.commit();
        return result;
    }

    @Override
    public <T> T suspended(Callable<T> work) throws Exception {
        return hasTransaction() ? ofBeans.suspended(work) : work.call();
    }

    private boolean hasTransaction() {
        return registry.getTransactionStatus() != Status.STATUS_NO_TRANSACTION;
    }

    /** Not every thread has the name. */
    private UserTransaction transaction() throws Exception {
        UserTransaction found = known;
        if (found == null) {
            found = lookup.call();
            known = found;
        }
        return found;
    }

    private static void rollBack(UserTransaction transaction, Throwable reason) {
        try {
            transaction.rollback();
        } catch (Exception e) {
            reason.addSuppressed(e);
        }
    }
}
