// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The executor of the relays. While it is closed, it keeps their tasks, so that nothing happens in the background of a test.
 * Thread-safe.
 */
final class Gate implements Executor {

    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "onceward-test-relay");
        thread.setDaemon(true);
        return thread;
    });
    private final Queue<Runnable> kept = new ArrayDeque<>();
    private boolean open = true;
    private int running;

    @Override
    public synchronized void execute(Runnable task) {
        if (open) {
            start(task);
        } else {
            kept.add(task);
        }
    }

    private void start(Runnable task) {
        running++;
        threads.execute(() -> {
            try {
                task.run();
            } finally {
                ended();
            }
        });
    }

    private synchronized void ended() {
        running--;
        notifyAll();
    }

    /** Runs the tasks that it has kept, and further ones at once. */
    synchronized void open() {
        open = true;
        while (!kept.isEmpty()) {
            start(kept.remove());
        }
    }

    /** Keeps further tasks. */
    synchronized void close() {
        open = false;
    }

    /** Waits until no task runs; returns whether none does. */
    synchronized boolean awaitIdle(Duration patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (running > 0) {
            long left = (deadline - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        return true;
    }

    void shutdown() {
        threads.shutdown();
    }
}
