// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import io.onceward.api.OncewardException;
import io.onceward.metrics.Metric;
import io.onceward.metrics.MetricsRecorder;
import io.onceward.spi.Transactions;
import io.onceward.transaction.CallerTransaction;
import io.onceward.transaction.Sentinel;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;

/** Idempotent calls: runs a method once for each key. Thread-safe. */
public final class IdempotentCalls {

    private final CallerTransaction transaction;
    private final Claims claims;
    private final ClaimStore store;
    private final BooleanSupplier joined;

    /**
     * @param limit the limit of the calls that open their transaction; a transaction of the caller is not limited
     * @param joined whether the application's connections of the datasource take part in the transaction of the thread
     */
    public IdempotentCalls(
            TransactionSynchronizationRegistry registry,
            Transactions transactions,
            ClaimStore store,
            Sentinel sentinel,
            ClaimLimit limit,
            MetricsRecorder metrics,
            BooleanSupplier joined) {
        this.transaction = new CallerTransaction(registry);
        this.claims = new Claims(transactions, store, sentinel, limit, metrics);
        this.store = store;
        this.joined = joined;
    }

    /**
     * Runs the method unless its effects have committed for this key before. The claim joins the transaction of the thread;
     * without one, claim and method have a new transaction. If the method throws, the transaction rolls back.
     *
     * @param handler the name of the handler
     * @param key identifies the call
     * @param results decides what a repeated call returns
     * @param method the method to run
     * @throws OncewardException if the transaction can't commit any more, or the application's connections take no part in it
     * @throws Exception what the method threw, or why the new transaction did not commit
     */
    public Object once(String handler, String key, ResultPolicy results, Callable<Object> method) throws Exception {
        String id = MessageIdentities.stored(key);
        int status = transaction.status();
        return switch (status) {
            case Status.STATUS_ACTIVE -> transaction.rollBackOnFailure(() -> joining(handler, id, results, method));
            case Status.STATUS_NO_TRANSACTION -> inNew(handler, id, results, method);
            default -> throw InboxErrors.claimWithoutTransaction(handler, status);
        };
    }

    private Object joining(String handler, String id, ResultPolicy results, Callable<Object> method) throws Exception {
        if (!joined.getAsBoolean()) {
            throw CallErrors.effectsOutsideOfTransaction(handler);
        }
        if (!results.claim(store, handler, id)) {
            claims.duplicateDropped(handler, id);
            return results.repeated(store, handler, id);
        }
        claims.sentinel().set();
        Stopwatch stopwatch = new Stopwatch(handler);
        transaction.registry().registerInterposedSynchronization(stopwatch);
        return results.first(store, handler, id, stopwatch.time(method));
    }

    private Object inNew(String handler, String id, ResultPolicy results, Callable<Object> method) throws Exception {
        try {
            return claims.inNew(handler, id, () -> results.claim(store.first(), handler, id), first -> {
                if (!first) {
                    return results.repeated(store, handler, id);
                }
                Object returned = method.call();
                if (transaction.isMarkedForRollback()) {
                    throw new MarkedForRollback(returned);
                }
                return results.first(store, handler, id, returned);
            });
        } catch (MarkedForRollback e) {
            return e.returned();
        }
    }

    /** Measures a method, and records the duration when the caller's transaction has committed. */
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
}
