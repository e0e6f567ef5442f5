// SPDX-License-Identifier: Apache-2.0
package io.oncebox.engine;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs tasks on an executor until it is closed. A task that outlives its application would leave its transaction on a thread of
 * the server, where the next application finds it. Thread-safe.
 */
final class Tasks implements Executor {

    private static final Duration STOP_STEP = Duration.ofMillis(10);

    private final Executor executor;
    private int running;
    private boolean closed;

    Tasks(Executor executor) {
        this.executor = executor;
    }

    /** Runs a task. Once this is closed, it runs no further one. */
    @Override
    public void execute(Runnable task) {
        executor.execute(() -> {
            if (begin()) {
                try {
                    task.run();
                } finally {
                    end();
                }
            }
        });
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
