// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import java.util.concurrent.Executor;

/**
 * Runs the tasks of a relay on an executor, and one task {@linkplain #next after} another on the same thread. So one thread reads a single
 * event, publishes and deletes it, and no hand-over between threads takes longer than the work. A task that is about to wait, or to go on for
 * longer, {@linkplain #share shares} first: then another thread runs what waits for it. Thread-safe.
 */
final class TaskChain implements Executor {

    private static final ThreadLocal<Slot> SLOTS = new ThreadLocal<>();

    private final Executor executor;

    /** What runs next on a thread. */
    private static final class Slot {
        private Runnable next;

        private Runnable take() {
            Runnable taken = next;
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

    /** Runs a task after the running one on the same thread, unless another task is next there. */
    void next(Runnable task) {
        Slot mine = SLOTS.get();
        if (mine == null || mine.next != null) {
            execute(task);
        } else {
            mine.next = task;
        }
    }

    private void run(Runnable first) {
        Slot slot = new Slot();
        SLOTS.set(slot);
        try {
            for (Runnable task = first; task != null; task = slot.take()) {
                task.run();
            }
        } finally {
            SLOTS.remove();
            Runnable left = slot.take();
            if (left != null) { // the task before it has failed
                run(left);
            }
        }
    }

    /** Has another thread run what would run next on this one. */
    void share() {
        Slot mine = SLOTS.get();
        Runnable next = mine == null ? null : mine.take();
        if (next == null) {
            return;
        }
        try {
            execute(next);
        } catch (RuntimeException | Error e) { // such as too many threads
            mine.next = next; // it runs later
            RelayLog.wakeUpRejected(e);
        }
    }
}
