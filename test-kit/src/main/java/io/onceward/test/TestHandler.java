// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import io.onceward.api.InboxMetadata;
import io.onceward.standalone.InboxHandler;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.ArrayDeque;
import java.util.Queue;

/** A handler of the test, its counts, and the failures that the test has planned for it. Thread-safe. */
final class TestHandler {

    private final String channel;
    private final Queue<Exception> failures = new ArrayDeque<>();
    private int stored;
    private int attempts;
    private int handled;

    TestHandler(String channel) {
        this.channel = channel;
    }

    String channel() {
        return channel;
    }

    /** Returns the code of the handler, with planned failures and counts. */
    <T> InboxHandler<T> around(InboxHandler<? super T> code, TransactionSynchronizationRegistry registry) {
        return (payload, metadata) -> {
            registry.registerInterposedSynchronization(begin());
            call(code, payload, metadata);
        };
    }

    private <T> void call(InboxHandler<? super T> code, T payload, InboxMetadata metadata) throws Exception {
        Exception planned;
        synchronized (this) {
            planned = failures.poll();
        }
        if (planned != null) {
            throw planned;
        }
        code.handle(payload, metadata);
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

    synchronized void failNext(Exception failure) {
        failures.add(failure);
    }

    synchronized void stored() {
        stored++;
    }

    synchronized int storedMessages() {
        return stored;
    }

    synchronized int handledMessages() {
        return handled;
    }

    /** Returns the number of attempts that rolled back. */
    synchronized int failedAttempts() {
        return attempts - handled;
    }

    synchronized void reset() {
        failures.clear();
        stored = 0;
        attempts = 0;
        handled = 0;
    }
}
