// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.spi.Transactions;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.UserTransaction;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Transactions of tasks, with a real transaction manager. */
class TaskTransactionsTest {

    private final TransactionSynchronizationRegistry registry =
            new com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple();
    private final UserTransaction thread = com.arjuna.ats.jta.UserTransaction.userTransaction();
    private final AtomicBoolean started = new AtomicBoolean();
    private final AtomicInteger callsOfBeans = new AtomicInteger();
    private final AtomicInteger outcome = new AtomicInteger(Status.STATUS_UNKNOWN);
    private final TaskTransactions transactions =
            new TaskTransactions(registry, new Beans(), started::get, Thread::new, () -> thread);

    @AfterEach
    void leavesNoTransaction() throws Exception {
        assertThat(thread.getStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
    }

    @Test
    void workCommitsDuringTheStartWithoutBeans() throws Exception {
        Thread caller = Thread.currentThread();
        assertThat(transactions.inNew(() -> {
                    assertThat(Thread.currentThread()).isNotSameAs(caller);
                    return watched();
                }))
                .isEqualTo("done");
        assertThat(outcome).hasValue(Status.STATUS_COMMITTED);
        assertThat(callsOfBeans).hasValue(0);
    }

    /** The check that it belongs to has reached its limit, or the application stops. */
    @Test
    void interruptEndsTheTransactionOnTheOtherThread() throws Exception {
        CountDownLatch working = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        Thread caller = new Thread(() -> assertThatThrownBy(() -> transactions.inNew(() -> {
                    working.countDown();
                    try {
                        return new CountDownLatch(1).await(10, TimeUnit.MINUTES);
                    } finally {
                        ended.countDown();
                    }
                }))
                .isInstanceOf(InterruptedException.class));
        caller.start();
        working.await();
        caller.interrupt();
        ended.await();
        caller.join();
    }

    @Test
    void serverThatGivesNoThreadIsAFailure() {
        TaskTransactions without =
                new TaskTransactions(registry, new Beans(), started::get, work -> null, () -> thread);
        assertThatThrownBy(() -> without.inNew(() -> "done")).isInstanceOf(RejectedExecutionException.class);
    }

    /** As GlassFish does while it changes its list of applications. */
    @Test
    @Timeout(60)
    void serverThatEndsTheThreadBeforeItsWorkIsAFailure() {
        TaskTransactions dropping =
                new TaskTransactions(registry, new Beans(), started::get, work -> new Thread(() -> {}), () -> thread);
        assertThatThrownBy(() -> dropping.inNew(() -> "done")).isInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void failedWorkRollsBack() {
        assertThatThrownBy(() -> transactions.inNew(() -> {
                    watched();
                    throw new IOException("failed");
                }))
                .hasMessage("failed");
        assertThat(outcome).hasValue(Status.STATUS_ROLLEDBACK);
    }

    @Test
    void workThatDoesNotCommitFails() {
        assertThatThrownBy(() -> transactions.inNew(() -> {
                    String result = watched();
                    registry.setRollbackOnly();
                    return result;
                }))
                .isInstanceOf(RollbackException.class);
        assertThat(outcome).hasValue(Status.STATUS_ROLLEDBACK);
    }

    @Test
    void beansRunTheWorkAfterTheStart() throws Exception {
        started.set(true);
        transactions.inNew(() -> "done");
        assertThat(callsOfBeans).hasValue(1);
    }

    @Test
    void beansSuspendATransactionThatAnEarlierTaskHasLeft() throws Exception {
        assertThat(transactions.suspended(() -> "done")).isEqualTo("done");
        assertThat(callsOfBeans).hasValue(0);
        thread.begin();
        transactions.suspended(() -> "done");
        transactions.inNew(() -> "done");
        thread.rollback();
        assertThat(callsOfBeans).hasValue(2);
    }

    private String watched() {
        assertThat(registry.getTransactionStatus()).isNotEqualTo(Status.STATUS_NO_TRANSACTION);
        registry.registerInterposedSynchronization(new Synchronization() {
            @Override
            public void beforeCompletion() {
                // only the outcome matters
            }

            @Override
            public void afterCompletion(int status) {
                outcome.set(status);
            }
        });
        return "done";
    }

    /** Counts calls. */
    private final class Beans implements Transactions {

        @Override
        public <T> T inNew(Callable<T> work) throws Exception {
            callsOfBeans.incrementAndGet();
            return work.call();
        }

        @Override
        public <T> T suspended(Callable<T> work) throws Exception {
            callsOfBeans.incrementAndGet();
            return work.call();
        }
    }
}
