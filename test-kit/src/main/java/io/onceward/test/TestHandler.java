// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import io.onceward.standalone.InboxHandler;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Callable;

/** A handler of the test, its counts, and the failures that the test has planned for it. Thread-safe. */
final class TestHandler {

    /** How a handler gets its messages. */
    enum Kind {

        /** From the broker, by the stored inbox. */
        CHANNEL,

        /** From a row that the application itself has recorded: no message is a duplicate. */
        DURABLE,

        /** By a call of the application, which is not retried. */
        CALL
    }

    private final String channel;
    private final Kind kind;
    private final Queue<Exception> failures = new ArrayDeque<>();
    private int stored;
    private int attempts;
    private int handled;
    private Throwable lastFailure;

    TestHandler(String channel, Kind kind) {
        this.channel = channel;
        this.kind = kind;
    }

    /** Returns the channel whose messages it gets from the broker; {@code null} if there is none. */
    String channel() {
        return kind == Kind.CHANNEL ? channel : null;
    }

    Kind kind() {
        return kind;
    }

    /** Returns the code of the handler, with planned failures and counts. */
    <T> InboxHandler<T> around(InboxHandler<? super T> code, TransactionSynchronizationRegistry registry) {
        return (payload, metadata) -> attempt(registry, () -> {
            code.handle(payload, metadata);
            return null;
        });
    }

    /** Runs one attempt of the code, which counts as handled when its transaction has committed. */
    <T> T attempt(TransactionSynchronizationRegistry registry, Callable<T> code) throws Exception {
        Synchronization end = begin();
        if (registry.getTransactionStatus() == Status.STATUS_NO_TRANSACTION) {
            return alone(end, code);
        }
        registry.registerInterposedSynchronization(end);
        try {
            failAsPlanned();
            return code.call();
        } catch (Throwable e) {
            failed(e);
            throw e;
        }
    }

    private <T> T alone(Synchronization end, Callable<T> code) throws Exception {
        try {
            failAsPlanned();
            T result = code.call();
            end.afterCompletion(Status.STATUS_COMMITTED);
            return result;
        } catch (Throwable e) {
            failed(e);
            throw e;
        }
    }

    /**
     * Runs one attempt of several messages. If it fails, it counts as an attempt of none: Onceward halves the batch until the message that
     * fails is alone. A planned failure is left for that message, the first of the batch.
     */
    <T> T attemptBatch(int messages, TransactionSynchronizationRegistry registry, Callable<T> code) throws Exception {
        registry.registerInterposedSynchronization(new Synchronization() {
            @Override
            public void beforeCompletion() {
                // only the end counts
            }

            @Override
            public void afterCompletion(int status) {
                batchEnded(messages, status == Status.STATUS_COMMITTED);
            }
        });
        try {
            Exception planned = planned();
            if (planned != null) {
                throw planned;
            }
            return code.call();
        } catch (Throwable e) {
            failed(e);
            throw e;
        }
    }

    private synchronized Exception planned() {
        return failures.peek();
    }

    private synchronized void batchEnded(int messages, boolean committed) {
        if (committed) {
            attempts += messages;
            handled += messages;
        }
    }

    private void failAsPlanned() throws Exception {
        Exception planned;
        synchronized (this) {
            planned = failures.poll();
        }
        if (planned != null) {
            throw planned;
        }
    }

    private synchronized Synchronization begin() {
        attempts++;
        return new Synchronization() {
            @Override
            public void beforeCompletion() {
                // only the end counts
            }

            @Override
            public void afterCompletion(int status) {
                ended(status == Status.STATUS_COMMITTED);
            }
        };
    }

    private synchronized void ended(boolean committed) {
        if (committed) {
            handled++;
        }
    }

    private synchronized void failed(Throwable failure) {
        lastFailure = failure;
    }

    synchronized void failNext(Exception failure) {
        failures.add(failure);
    }

    synchronized void stored() {
        stored++;
    }

    synchronized int handledMessages() {
        return handled;
    }

    /** Returns the number of attempts that rolled back. */
    synchronized int failedAttempts() {
        return attempts - handled;
    }

    /** @param waiting the number of its messages that are pending or parked */
    synchronized int skippedDeliveries(int waiting) {
        return switch (kind) {
            case CHANNEL -> stored - handled - waiting;
            case DURABLE -> 0;
            case CALL -> stored - attempts;
        };
    }

    /** Returns the last exception of its code; {@code null} if there was none. */
    synchronized Throwable lastFailure() {
        return lastFailure;
    }

    synchronized void reset() {
        failures.clear();
        stored = 0;
        attempts = 0;
        handled = 0;
        lastFailure = null;
    }
}
