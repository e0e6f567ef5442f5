// SPDX-License-Identifier: Apache-2.0
package io.oncebox.selfcheck;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;

/**
 * The check of one connection to a broker, until it passes for the first time. A check that failed runs again after a pause.
 * Thread-safe.
 */
final class ConnectionCheck {

    private final Probe probe;
    private final Executor executor;
    private final Duration limit;
    private final Duration pause;
    private volatile boolean passed;
    private boolean running;
    private long began;
    private long ended;
    private Exception failure;

    /** Probes a connection. */
    @FunctionalInterface
    interface Probe {

        /**
         * @throws io.oncebox.api.OnceboxException if the connection is unsound
         * @throws Exception if the check was not decided
         */
        void run() throws Exception;
    }

    /**
     * @param executor ends a probe that hangs
     * @param limit how long a probe runs before it is interrupted
     * @param pause how long the result of a failed check stands
     */
    ConnectionCheck(Probe probe, Executor executor, Duration limit, Duration pause) {
        this.probe = probe;
        this.executor = executor;
        this.limit = limit;
        this.pause = pause;
    }

    /**
     * Returns if the check has passed. Otherwise runs it on this thread, or waits for the thread that runs it: no longer than
     * that thread may take.
     *
     * @throws io.oncebox.api.OnceboxException if the connection is unsound
     * @throws Exception if the check was not decided
     */
    void require() throws Exception {
        if (!passed && begin()) {
            run();
        }
    }

    /** Returns whether it has passed. */
    boolean hasPassed() {
        return passed;
    }

    /** Returns whether this thread has to run the probe; otherwise it has passed meanwhile. */
    private synchronized boolean begin() throws Exception {
        while (running && nanosLeft() > 0) {
            wait(nanosLeft() / 1_000_000 + 1);
        }
        if (running) {
            throw noAnswer();
        }
        if (passed) {
            return false;
        }
        if (failure != null && System.nanoTime() - ended < pause.toNanos()) {
            throw failure;
        }
        running = true;
        began = System.nanoTime();
        return true;
    }

    private long nanosLeft() {
        return limit.toNanos() - (System.nanoTime() - began);
    }

    private TimeoutException noAnswer() {
        return new TimeoutException("The check of the connection got no answer within " + limit.toSeconds() + " s");
    }

    private void run() throws Exception {
        Exception found = null;
        Watchdog watchdog = new Watchdog(Thread.currentThread(), limit);
        try {
            executor.execute(watchdog);
            probe.run();
        } catch (Exception e) {
            found = e;
        } catch (Error e) {
            found = new IllegalStateException(e);
        }
        if (watchdog.end() || nanosLeft() <= 0) {
            TimeoutException late = noAnswer();
            late.initCause(found);
            found = late;
        }
        end(found);
        if (found != null) {
            throw found;
        }
    }

    private synchronized void end(Exception found) {
        running = false;
        ended = System.nanoTime();
        failure = found;
        passed = found == null;
        notifyAll();
    }

    /** Interrupts a thread whose probe takes too long. */
    private static final class Watchdog implements Runnable {

        private final Thread thread;
        private final long end;
        private boolean ended;
        private boolean interrupted;

        Watchdog(Thread thread, Duration limit) {
            this.thread = thread;
            this.end = System.nanoTime() + limit.toNanos();
        }

        @Override
        public synchronized void run() {
            if (Thread.currentThread() == thread) {
                return; // an executor may run a task on the thread of its caller
            }
            try {
                for (long left = end - System.nanoTime(); !ended && left > 0; left = end - System.nanoTime()) {
                    wait(left / 1_000_000 + 1);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // the executor shuts down
                return;
            }
            if (!ended) {
                interrupted = true;
                thread.interrupt();
            }
        }

        /** Ends the watch; returns whether it has interrupted the thread, which is not interrupted any more then. */
        synchronized boolean end() {
            ended = true;
            notifyAll();
            if (interrupted) {
                Thread.interrupted(); // meant the probe, not the next work of this thread
            }
            return interrupted;
        }
    }
}
