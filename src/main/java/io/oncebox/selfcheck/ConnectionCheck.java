// SPDX-License-Identifier: Apache-2.0
package io.oncebox.selfcheck;

import io.oncebox.api.OnceboxException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The check of one connection to a broker. It passes once. A failed check stands for a moment, so that not every batch repeats it;
 * then it runs again. It runs on a thread of the executor, one at a time, so that no other thread hangs with it. Thread-safe.
 */
public final class ConnectionCheck {

    /** Probes a connection. */
    @FunctionalInterface
    interface Probe {

        /**
         * Returns if the connection is sound.
         *
         * @throws OnceboxException if the connection is unsound
         * @throws Exception if it can't be known now
         */
        void run() throws Exception;
    }

    private final String connection;
    private final Probe probe;
    private final Executor executor;
    private final Duration limit;
    private final Duration pause;

    private volatile boolean passed;
    private volatile Exception result;
    private Attempt attempt;

    /**
     * @param limit how long the probe may take; then its thread is interrupted
     * @param pause how long the result of a failed check stands
     */
    ConnectionCheck(String connection, Probe probe, Executor executor, Duration limit, Duration pause) {
        this.connection = connection;
        this.probe = probe;
        this.executor = executor;
        this.limit = limit;
        this.pause = pause;
    }

    String connection() {
        return connection;
    }

    /** Returns whether it has passed. */
    boolean hasPassed() {
        return passed;
    }

    /**
     * Returns if the check has passed. Otherwise begins it, and waits for its end: no longer than it may take.
     *
     * @throws OnceboxException if the connection is unsound
     * @throws Exception if the check was not decided
     */
    void require() throws Exception {
        if (!passed) {
            Attempt current = begin();
            current.await(current.end());
        }
    }

    /**
     * Waits for the end of the check that was begun.
     *
     * @param deadline when the wait ends, as a value of {@link System#nanoTime()}
     * @throws OnceboxException if the connection is unsound
     * @throws Exception if the check was not decided until then
     */
    void await(long deadline) throws Exception {
        if (!passed) {
            begin().await(deadline);
        }
    }

    /** Begins the check, unless it is running, has passed, or has just failed. */
    Attempt begin() {
        Attempt next;
        synchronized (this) {
            if (attempt != null && (passed || attempt.stands())) {
                return attempt;
            }
            next = new Attempt();
            attempt = next;
        }
        try {
            executor.execute(next);
        } catch (RuntimeException e) {
            next.end(e); // the server takes no further task
        }
        return next;
    }

    /** Returns why the last check that has ended found the connection unsound; empty if it did not. */
    Optional<OnceboxException> refusal() {
        return result instanceof OnceboxException unsound ? Optional.of(unsound) : Optional.empty();
    }

    /** One run of the probe. */
    final class Attempt implements Runnable {

        private long end = System.nanoTime() + limit.toNanos();
        private Thread thread;
        private boolean interrupted;
        private boolean ended;
        private long endedAt;
        private Exception failure;

        @Override
        public void run() {
            synchronized (this) {
                if (ended) {
                    return;
                }
                thread = Thread.currentThread();
                end = System.nanoTime() + limit.toNanos(); // the executor may have been busy
            }
            Exception found = null;
            try {
                probe.run();
            } catch (Exception e) {
                found = e;
            } catch (Error e) {
                found = new IllegalStateException(e);
            }
            end(found);
        }

        private synchronized void end(Exception found) {
            thread = null;
            ended = true;
            endedAt = System.nanoTime();
            failure = found;
            if (interrupted) {
                Thread.interrupted(); // meant the probe, not the next work of this thread
                failure = found == null
                        ? null
                        : noAnswer(found); // what an interrupt causes says nothing of the connection
            }
            result = failure;
            passed = failure == null;
            notifyAll();
        }

        private synchronized long end() {
            return end;
        }

        private synchronized boolean stands() {
            return !ended || System.nanoTime() - endedAt < pause.toNanos();
        }

        /** Waits for the end, at most until the deadline. */
        private synchronized void await(long deadline) throws Exception {
            for (long left = deadline - System.nanoTime(); !ended && left > 0; left = deadline - System.nanoTime()) {
                wait(TimeUnit.NANOSECONDS.toMillis(left) + 1); // never 0, which has no end
            }
            if (!ended) {
                interruptAtTheEnd();
                throw noAnswer(null);
            }
            if (failure != null) {
                throw failure;
            }
        }

        /** A thread that ignores the interrupt keeps only itself. */
        private void interruptAtTheEnd() {
            if (thread != null && !interrupted && end - System.nanoTime() <= 0) {
                interrupted = true;
                thread.interrupt();
            }
        }

        private TimeoutException noAnswer(Exception cause) {
            TimeoutException late = new TimeoutException(
                    "The check of the connection got no answer within " + limit.toSeconds() + " s");
            late.initCause(cause);
            return late;
        }
    }
}
