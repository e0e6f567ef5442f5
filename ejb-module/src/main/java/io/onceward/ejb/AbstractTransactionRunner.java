// SPDX-License-Identifier: Apache-2.0
package io.onceward.ejb;

import io.onceward.cdi.start.ServerTransactionManager;
import io.onceward.outbox.RecordingErrors;
import io.onceward.transaction.OuterTransaction;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.concurrent.Callable;

/**
 * Runs work in transactions of the container, which end here even if the work has lost them. It returns a failure instead of
 * throwing it, so that the container logs nothing.
 */
public abstract class AbstractTransactionRunner {

    /** Names the work in the error if it has lost its transaction. */
    private static final String WORK = "The work";

    @Resource
    private TransactionSynchronizationRegistry registry;

    private TransactionManager manager;

    AbstractTransactionRunner() {}

    @PostConstruct
    void findManager() {
        manager = ServerTransactionManager.lookup();
    }

    @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
    public <T> Outcome<T> inNew(Callable<T> work) {
        Completion completion = new Completion();
        registry.registerInterposedSynchronization(completion);
        Outcome<T> outcome = Outcome.of(
                () -> new OuterTransaction(registry, manager).keep(work, () -> RecordingErrors.transactionLost(WORK)),
                completion);
        if (outcome.failure() != null && registry.getTransactionStatus() == Status.STATUS_ACTIVE) {
            registry.setRollbackOnly();
        }
        return outcome;
    }

    @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
    public <T> Outcome<T> suspended(Callable<T> work) {
        return Outcome.of(work, null);
    }

    /** Learns the outcome: a container may roll back, for example after a timeout, and return normally. */
    private static final class Completion implements Synchronization {

        private boolean committed;

        @Override
        public void beforeCompletion() {
            // only the outcome matters
        }

        @Override
        public void afterCompletion(int status) {
            committed = status == Status.STATUS_COMMITTED;
        }
    }

    /** The outcome of work. Read it after the transaction has completed. */
    public static final class Outcome<T> {

        private final T result;
        private final Exception failure;
        private final Completion completion;

        private Outcome(T result, Exception failure, Completion completion) {
            this.result = result;
            this.failure = failure;
            this.completion = completion;
        }

        private static <T> Outcome<T> of(Callable<T> work, Completion completion) {
            try {
                return new Outcome<>(work.call(), null, completion);
            } catch (Exception e) {
                return new Outcome<>(null, e, completion);
            }
        }

        private Exception failure() {
            return failure;
        }

        T get() throws Exception {
            if (failure != null) {
                throw failure;
            }
            if (completion != null && !completion.committed) {
                throw EjbErrors.notCommitted();
            }
            return result;
        }
    }
}
