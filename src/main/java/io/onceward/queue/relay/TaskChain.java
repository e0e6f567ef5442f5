// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import java.util.concurrent.Executor;

/**
 * Runs the tasks of a relay on an executor, and one task {@linkplain #next after} another on the same thread. So one thread reads, publishes
 * and deletes a single event, without handing it over between threads, which would take longer than the work. A task that is about to wait,
 * or to run for longer, {@linkplain #share shares} first: then another thread runs the task that is next. After a few tasks, the thread goes
 * back to the executor, where tasks of other queues may wait. Thread-safe.
 */
final class TaskChain implements Executor {

    /** The most tasks one after another: a read and a publication for each of two events. */
    private static final int LONGEST = 4;

    private static final ThreadLocal<Slot> SLOTS = new ThreadLocal<>();

    private final Executor executor;

    /** A task that can be told that it will not run. */
    interface Task extends Runnable {
        void rejected(Throwable cause);
    }

    /** What runs next on a thread. */
    private static final class Slot {
        private Task next;
        private int left = LONGEST;

        private Task take() {
            Task taken = next;
            next = null;
            return taken;
        }
    }

    TaskChain(Executor executor) {
        this.executor = executor;
    }

    @Override
    public void execute(Runnable task) {
        executor.execute(() -> run(task));
    }

    /** Runs a task after the running one on the same thread, unless another task is next there, or the chain is long enough. */
    void next(Task task) {
        Slot mine = SLOTS.get();
        if (mine == null || mine.next != null || mine.left == 0) {
            execute(task);
        } else {
            mine.left--;
            mine.next = task;
        }
    }

    private void run(Runnable first) {
        Slot outer = SLOTS.get(); // some executors run a task on the thread of the caller
        Slot slot = new Slot();
        slot.left--;
        SLOTS.set(slot);
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        try {
            for (Runnable task = first; task != null; task = slot.take()) {
                task.run();
                cleanUp(loader);
            }
        } finally {
            share(slot); // if the last task has failed
            SLOTS.set(outer);
            if (outer == null) {
                SLOTS.remove();
            }
        }
    }

    /** Does what an executor does between two tasks: one calls brokers or handlers, and the next the database. */
    private static void cleanUp(ClassLoader loader) {
        Thread thread = Thread.currentThread();
        if (thread.getContextClassLoader() != loader) {
            thread.setContextClassLoader(loader);
        }
        Thread.interrupted();
    }

    /** Has another thread run what would run next on this one. */
    void share() {
        Slot mine = SLOTS.get();
        if (mine != null) {
            share(mine);
        }
    }

    private void share(Slot mine) {
        Task next = mine.take();
        if (next == null) {
            return;
        }
        try {
            execute(next);
        } catch (RuntimeException | Error e) { // such as too many threads
            next.rejected(e);
        }
    }
}
