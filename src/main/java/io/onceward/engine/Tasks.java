// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.onceward.queue.relay.RelayLog;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs tasks on an executor until it is closed. A task that outlives its application would leave its transaction on a thread of
 * the server, where the next application finds it. Thread-safe.
 *
 * <p>A server may accept a task and never run it: GlassFish does so while it changes its list of applications. So the executor gets a
 * task that has not begun once more, after five seconds, and then after twice as long each time. The task still runs once.
 */
final class Tasks implements Executor {

    private static final Duration STOP_STEP = Duration.ofMillis(10);

    /** The time in which an executor that is not busy begins a task. */
    private static final Duration USUAL_WAIT = Duration.ofSeconds(5);

    private final Executor executor;
    private final Duration usualWait;
    private final Set<Accepted> waiting = ConcurrentHashMap.newKeySet();
    private int running;
    private boolean closed;

    Tasks(Executor executor) {
        this(executor, USUAL_WAIT);
    }

    /** @param usualWait the time until the executor gets a task once more */
    Tasks(Executor executor, Duration usualWait) {
        this.executor = executor;
        this.usualWait = usualWait;
    }

    /** Runs a task. Once this is closed, it runs no further one. */
    @Override
    public void execute(Runnable task) {
        Accepted accepted = new Accepted(task);
        waiting.add(accepted);
        try {
            executor.execute(accepted);
        } catch (RuntimeException | Error e) {
            waiting.remove(accepted);
            throw e;
        }
    }

    /** Gives the executor the tasks once more that have not begun for too long. Call it regularly. */
    void tick() {
        for (Accepted task : waiting) {
            if (task.isOverdue()) {
                try {
                    executor.execute(task);
                } catch (RuntimeException | Error e) {
                    RelayLog.wakeUpRejected(e);
                }
            }
        }
    }

    /** A task that the executor has accepted, maybe several times. */
    private final class Accepted implements Runnable {

        private final Runnable task;
        private Duration patience = usualWait;
        private long since = System.nanoTime();

        Accepted(Runnable task) {
            this.task = task;
        }

        @Override
        public void run() {
            if (waiting.remove(this) && begin()) {
                try {
                    task.run();
                } catch (RuntimeException | Error e) {
                    EngineLog.taskFailed(e); // executors of servers drop it
                    throw e;
                } finally {
                    end();
                }
            }
        }

        synchronized boolean isOverdue() {
            boolean overdue = System.nanoTime() - since > patience.toNanos();
            if (overdue) {
                patience = patience.multipliedBy(2);
                since = System.nanoTime();
            }
            return overdue;
        }
    }

    private synchronized boolean begin() {
        if (!closed) {
            running++;
        }
        return !closed;
    }

    private synchronized void end() {
        running--;
    }

    /** Returns how many tasks are running. */
    synchronized int running() {
        return running;
    }

    /** Returns whether it is closed. */
    synchronized boolean isClosed() {
        return closed;
    }

    /**
     * Closes it, and waits for the running tasks.
     *
     * @param deadline when the wait ends, as a value of {@link System#nanoTime()}
     */
    void close(long deadline) {
        synchronized (this) {
            closed = true;
        }
        while (running() > 0 && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(STOP_STEP.toNanos());
        }
    }
}
