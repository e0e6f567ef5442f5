// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.onceward.queue.relay.NodeLease;
import io.onceward.queue.relay.RelayLog;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;

/**
 * The last tasks of a stop. They use databases that may not answer. So they run on other threads, all at the same time, and the
 * stop waits for them only until a deadline. If the server begins no task while the application stops, the thread of the stop runs
 * them. Thread-safe.
 */
final class LastTasks implements Executor {

    private static final Duration STOP_STEP = Duration.ofMillis(10);

    /** How long a server with free threads may take to begin a task. */
    private static final Duration LONGEST_BEGIN = Duration.ofMillis(500);

    private final Tasks tasks;
    private final Queue<LastTask> left = new ConcurrentLinkedQueue<>();

    /** A task that logs its failure, because its result is not read. */
    private static final class LastTask extends FutureTask<Void> {

        private volatile boolean begun;

        private LastTask(Runnable work) {
            super(work, null);
        }

        @Override
        public void run() {
            begun = true;
            super.run();
        }

        @Override
        protected void setException(Throwable failure) {
            super.setException(failure);
            RelayLog.lanesNotReleased("Lanes of this node", NodeLease.LENGTH, failure);
        }
    }

    /** @param tasks runs the tasks on other threads */
    LastTasks(Tasks tasks) {
        this.tasks = tasks;
    }

    /** Runs a task on another thread, or on this one if the server takes no further task. */
    @Override
    public void execute(Runnable work) {
        LastTask task = new LastTask(work);
        left.add(task);
        if (tasks.isClosed()) {
            task.run();
            return;
        }
        try {
            tasks.execute(task);
        } catch (RuntimeException | Error e) { // such as a server that stops, or too many threads
            task.run();
        }
    }

    /**
     * Waits for the tasks.
     *
     * @param deadline when the wait ends, as a value of {@link System#nanoTime()}
     * @return whether all have ended
     */
    boolean await(long deadline) {
        long begin = System.nanoTime();
        while (anyLeft() && System.nanoTime() - deadline < 0) {
            if (left.stream().anyMatch(task -> task.begun)) {
                begin = System.nanoTime(); // the others may wait for its thread
            } else if (System.nanoTime() - begin > LONGEST_BEGIN.toNanos()) {
                left.forEach(LastTask::run);
            }
            LockSupport.parkNanos(STOP_STEP.toNanos());
        }
        return !anyLeft();
    }

    private boolean anyLeft() {
        left.removeIf(FutureTask::isDone);
        return !left.isEmpty();
    }
}
