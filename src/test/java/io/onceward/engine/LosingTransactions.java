// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.onceward.spi.Transactions;
import jakarta.transaction.Status;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.util.concurrent.Callable;

/**
 * The transactions of Payara and GlassFish, as their sources show them: if an inner transaction of a CDI bean fails at its commit,
 * the outer one is not resumed, and the container of an enterprise bean completes nothing on a thread without a transaction.
 */
record LosingTransactions(TransactionManager manager) implements Transactions {

    /** Calls a CDI bean with {@code @Transactional(REQUIRES_NEW)}. */
    <T> T inCdiBean(Callable<T> work) throws Exception {
        Transaction suspended = manager.suspend();
        manager.begin();
        T result = work.call();
        manager.commit(); // what it throws leaves the outer transaction suspended
        if (suspended != null) {
            manager.resume(suspended);
        }
        return result;
    }

    /** Calls an enterprise bean with {@code REQUIRES_NEW} that returns a failure of the work before it is thrown. */
    @Override
    public <T> T inNew(Callable<T> work) throws Exception {
        Transaction caller = manager.suspend();
        manager.begin();
        Exception failure = null;
        T result = null;
        try {
            result = work.call();
        } catch (Exception e) {
            failure = e;
        }
        complete(failure != null);
        if (caller != null) {
            manager.resume(caller);
        }
        if (failure != null) {
            throw failure;
        }
        return result;
    }

    private void complete(boolean failed) throws Exception {
        int status = manager.getStatus();
        if (status == Status.STATUS_NO_TRANSACTION) {
            return;
        }
        if (failed || status == Status.STATUS_MARKED_ROLLBACK) {
            manager.rollback();
        } else {
            manager.commit();
        }
    }

    @Override
    public <T> T suspended(Callable<T> work) throws Exception {
        Transaction caller = manager.suspend();
        try {
            return work.call();
        } finally {
            if (caller != null) {
                manager.resume(caller);
            }
        }
    }
}
