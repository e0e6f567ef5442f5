// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms.check;

import io.onceward.api.OncewardException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeoutException;

/**
 * The check of one connection to a broker. It passes once. A failed check stands for a moment, so that not every batch repeats it;
 * then it runs again. It runs on a thread of its own, and goes on when the threads that wait for it do not wait any longer. A check
 * that ignores its interrupt is replaced by another one. Thread-safe.
 */
public final class ConnectionCheck {

    /** The most attempts that were replaced and still run. */
    private static final int MOST_REPLACED = 3;

    /** Probes a connection. */
    @FunctionalInterface
    interface Probe {

        /**
         * Returns if the connection is sound.
         *
         * @throws OncewardException if the connection is unsound
         * @throws Exception if it can't be known now
         */
        void run() throws Exception;
    }

    private final String connection;
    private final Probe probe;
    private final CheckThreads threads;

    private volatile boolean passed;
    private volatile Exception result;
    private CheckAttempt attempt;
    private final Set<CheckAttempt> replaced = new HashSet<>();
    private boolean closed;

    ConnectionCheck(String connection, Probe probe, CheckThreads threads) {
        this.connection = connection;
        this.probe = probe;
        this.threads = threads;
    }

    String connection() {
        return connection;
    }

    /** Returns whether it has passed. */
    boolean hasPassed() {
        return passed;
    }

    /** Returns whether an attempt that was replaced still runs. */
    synchronized boolean hasReplaced() {
        return !replaced.isEmpty();
    }

    /** Returns whether an attempt runs. */
    synchronized boolean isRunning() {
        return hasReplaced() || (attempt != null && attempt.stands(Duration.ZERO));
    }

    /**
     * Returns if the check has passed. Otherwise begins it, unless it is running, and waits for its end for a limited time.
     *
     * @throws OncewardException if the connection is unsound
     * @throws Exception if the check is not decided
     */
    void require() throws Exception {
        require(passed ? Duration.ZERO : threads.times().callers());
    }

    /**
     * Waits for the end of the check; begins it, unless it is running.
     *
     * @throws OncewardException if the last check that has ended found the connection unsound
     * @throws Exception if the check was not decided in this time
     */
    void require(Duration patience) throws Exception {
        if (passed) {
            return;
        }
        CheckAttempt current = attempt();
        try {
            current.await(System.nanoTime() + patience.toNanos());
        } catch (Exception e) {
            if (!passed) { // an attempt that was replaced may have passed meanwhile
                boolean undecided = e instanceof TimeoutException || e instanceof InterruptedException;
                throw undecided && result instanceof OncewardException unsound ? unsound : e;
            }
        }
    }

    /** Returns the attempt that runs or stands, or else a new one. */
    private CheckAttempt attempt() {
        CheckAttempt next;
        boolean refused;
        synchronized (this) {
            if (attempt != null && (passed || !mayBegin())) {
                return attempt;
            }
            next = new CheckAttempt(
                    connection,
                    probe,
                    threads.turns(),
                    threads.times().limit(),
                    threads.times().patience().multipliedBy(1L << replaced.size()),
                    this::ended);
            attempt = next;
            refused = closed;
        }
        if (refused) {
            next.end(new IllegalStateException("Onceward stops, and checks no connection any more"));
        } else {
            start(next);
        }
        return next;
    }

    /** The server may take no further task. */
    private void start(CheckAttempt next) {
        try {
            threads.start(next);
        } catch (RuntimeException e) {
            next.end(e);
        } catch (Error e) {
            next.end(new IllegalStateException(e));
        }
    }

    /** Returns whether another attempt may follow the current one. If the current one hangs, it is replaced. */
    private boolean mayBegin() {
        if (!attempt.stands(threads.times().pause())) {
            return true;
        }
        if (closed || !attempt.isGivenUp() || replaced.size() >= MOST_REPLACED) {
            return false;
        }
        replaced.add(attempt);
        attempt.loseTurn();
        return true;
    }

    /** Notes a result. One of an attempt that was replaced counts only if it has passed. */
    private synchronized void ended(CheckAttempt which, Exception failure) {
        boolean late = replaced.remove(which);
        if (!passed && (!late || failure == null)) {
            result = failure;
            passed = failure == null;
        }
    }

    /** Interrupts all attempts that run. No other one begins. */
    synchronized void close() {
        closed = true;
        if (attempt != null) {
            attempt.stop();
        }
        replaced.forEach(CheckAttempt::stop);
    }
}
