// SPDX-License-Identifier: Apache-2.0
package io.oncebox.selfcheck;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;

/**
 * The threads and times of the checks of an application. Each check that runs has a thread of its own, which ends with it. It takes no
 * thread of an executor: the start and the relay need those. Checks of one connection take turns. Thread-safe.
 */
public final class CheckThreads {

    /** More checks than run at the same time, unless the brokers of many connections hang. */
    static final int MAX = 32;

    private final ThreadFactory factory;
    private final CheckTimes times;
    private final Semaphore free = new Semaphore(MAX);
    private final ConnectionTurns turns = new ConnectionTurns();

    /** @param limit how long a check may take; then its thread is interrupted */
    public CheckThreads(ThreadFactory factory, Duration limit) {
        this(factory, CheckTimes.withLimit(limit));
    }

    CheckThreads(ThreadFactory factory, CheckTimes times) {
        this.factory = factory;
        this.times = times;
    }

    CheckTimes times() {
        return times;
    }

    ConnectionTurns turns() {
        return turns;
    }

    /** @throws RejectedExecutionException if too many checks run, or the server gives no thread */
    void start(Runnable check) {
        if (!free.tryAcquire()) {
            throw new RejectedExecutionException(MAX + " checks of connections are running");
        }
        boolean started = false;
        try {
            Thread thread = factory.newThread(() -> {
                try {
                    check.run();
                } finally {
                    free.release();
                }
            });
            if (thread == null) {
                throw new RejectedExecutionException("The server gives no thread for the check of a connection");
            }
            thread.start();
            started = true;
        } finally {
            if (!started) {
                free.release();
            }
        }
    }
}
