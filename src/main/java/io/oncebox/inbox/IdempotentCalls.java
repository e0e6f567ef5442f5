// SPDX-License-Identifier: Apache-2.0
package io.oncebox.inbox;

import io.oncebox.api.OnceboxException;
import io.oncebox.log.IdempotentErrors;
import io.oncebox.log.InboxErrors;
import io.oncebox.metrics.Metric;
import io.oncebox.metrics.MetricsRecorder;
import io.oncebox.spi.Transactions;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/** Runs methods that anybody calls, once for each key. Thread-safe. */
public final class IdempotentCalls {

    private final TransactionSynchronizationRegistry registry;
    private final Claims claims;
    private final ClaimStore store;
    private final BooleanSupplier joined;

    /** @param joined whether what the application does with the datasource takes part in the thread's transaction */
    public IdempotentCalls(
            TransactionSynchronizationRegistry registry,
            Transactions transactions,
            ClaimStore store,
            MetricsRecorder metrics,
            BooleanSupplier joined) {
        this.registry = registry;
        this.claims = new Claims(transactions, metrics);
        this.store = store;
        this.joined = joined;
    }

    /**
     * Runs the method unless its effects have committed for this key before. The claim joins the transaction of the thread;
     * without one, claim and method are one of their own. If the method throws, the transaction rolls back.
     *
     * @param handler the handler's name
     * @param key says what identifies the call
     * @param results what becomes of that which the method returns
     * @param method calls it
     * @throws OnceboxException if the transaction is no longer active, or the application's work would not take part in it
     * @throws Exception what the method threw, or why its own transaction did not commit
     */
    public Object once(String handler, Callable<String> key, ResultPolicy results, Callable<Object> method)
            throws Exception {
        int status = registry.getTransactionStatus();
        return switch (status) {
            case Status.STATUS_ACTIVE -> joining(handler, key, results, method);
            case Status.STATUS_NO_TRANSACTION -> inNew(handler, MessageIdentities.stored(key.call()), results, method);
            default -> throw InboxErrors.claimWithoutTransaction(handler, status);
        };
    }

    private Object joining(String handler, Callable<String> key, ResultPolicy results, Callable<Object> method)
            throws Exception {
        try {
            String id = MessageIdentities.stored(key.call());
            if (!joined.getAsBoolean()) {
                throw IdempotentErrors.effectsOutsideOfTransaction(handler);
            }
            if (!results.claim(store, handler, id)) {
                claims.duplicateDropped(handler, id);
                return results.repeated(store, handler, id);
            }
            Stopwatch stopwatch = new Stopwatch(handler);
            registry.registerInterposedSynchronization(stopwatch);
            return results.first(store, handler, id, stopwatch.time(method));
        } catch (Exception | Error e) {
            markForRollback();
            throw e;
        }
    }

    /** Measures a call, and notes it when the transaction of others has committed. */
    private final class Stopwatch implements Synchronization {

        private final String handler;
        private double seconds;

        Stopwatch(String handler) {
            this.handler = handler;
        }

        Object time(Callable<Object> method) throws Exception {
            long start = System.nanoTime();
            Object returned = method.call();
            seconds = MetricsRecorder.secondsSince(start);
            return returned;
        }

        @Override
        public void beforeCompletion() {
            // nothing is written
        }

        @Override
        public void afterCompletion(int status) {
            if (status == Status.STATUS_COMMITTED) {
                claims.metrics().measure(Metric.PROCESS_DURATION, handler, seconds);
            }
        }
    }

    /** What was refused or threw must not commit with its claim, whatever the caller makes of the exception. */
    private void markForRollback() {
        if (registry.getTransactionStatus() == Status.STATUS_ACTIVE) {
            registry.setRollbackOnly();
        }
    }

    private Object inNew(String handler, String id, ResultPolicy results, Callable<Object> method) throws Exception {
        AtomicBoolean marked = new AtomicBoolean();
        AtomicReference<Object> returned = new AtomicReference<>();
        try {
            return claims.inNew(handler, id, () -> results.claim(store, handler, id), first -> {
                if (!first) {
                    return results.repeated(store, handler, id);
                }
                returned.set(method.call());
                marked.set(registry.getRollbackOnly());
                return marked.get() ? returned.get() : results.first(store, handler, id, returned.get());
            });
        } catch (Exception e) {
            if (!marked.get()) {
                throw e;
            }
            return returned.get(); // the method itself has asked for the rollback
        }
    }
}
