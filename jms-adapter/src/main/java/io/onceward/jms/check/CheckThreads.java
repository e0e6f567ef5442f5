// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms.check;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * The threads and times of the checks of a publisher or source. Each check that runs has a thread of its own, which ends with it. It takes no
 * thread of an executor: the start and the relay need those. Checks of one connection take turns. Thread-safe.
 */
public final class CheckThreads {

    /** More checks than run at the same time, unless the brokers of many connections hang. */
    static final int MAX = 32;

    /** The longest wait for a thread to begin. */
    private static final Duration START = Duration.ofSeconds(1);

    private static final long STEP_MILLIS = 10;

    private final ThreadFactory factory;
    private final CheckTimes times;
    private final Semaphore free = new Semaphore(MAX);
    private final ConnectionTurns turns;

    /**
     * @param turns of all checks of the adapter
     * @param limit how long a check may take; then its thread is interrupted
     */
    public CheckThreads(ThreadFactory factory, ConnectionTurns turns, Duration limit) {
        this(factory, turns, CheckTimes.withLimit(limit));
    }

    CheckThreads(ThreadFactory factory, ConnectionTurns turns, CheckTimes times) {
        this.factory = factory;
        this.turns = turns;
        this.times = times;
    }

    CheckTimes times() {
        return times;
    }

    ConnectionTurns turns() {
        return turns;
    }

    /** @throws RejectedExecutionException if too many checks run, or the server gives no thread, or ends it before the check */
    void start(Runnable check) {
        if (!free.tryAcquire()) {
            throw new RejectedExecutionException(MAX + " checks of connections are running");
        }
        boolean started = false;
        try {
            CountDownLatch begun = new CountDownLatch(1);
            Thread thread = factory.newThread(() -> {
                begun.countDown();
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
            started = begins(thread, begun);
            if (!started) {
                throw new RejectedExecutionException("The server ended the thread of a check before the check began");
            }
        } finally {
            if (!started) {
                free.release();
            }
        }
    }

    /** Returns {@code false} if the thread ends without its work, as on GlassFish while that changes its list of applications. */
    private static boolean begins(Thread thread, CountDownLatch begun) {
        long end = System.nanoTime() + START.toNanos();
        try {
            while (thread.isAlive() && System.nanoTime() - end < 0) {
                if (begun.await(STEP_MILLIS, TimeUnit.MILLISECONDS)) {
                    return true;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return thread.isAlive() || begun.getCount() == 0; // in this order: the work may end meanwhile
    }
}
