// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;

/**
 * The threads that currently work for one Onceward, also threads of the application's executor. Work that waits for a broker
 * without an answer can be interrupted. Thread-safe.
 */
final class RelayThreads implements Executor {

    private static final Duration STEP = Duration.ofMillis(20);

    private final Executor executor;
    private final Set<Thread> busy = new HashSet<>();
    private boolean cutOff;

    RelayThreads(Executor executor) {
        this.executor = executor;
    }

    @Override
    public void execute(Runnable work) {
        executor.execute(() -> run(work));
    }

    /** Runs work on a new thread. */
    void runApart(String name, Runnable work) {
        Thread thread = new DaemonThreads(name).newThread(() -> run(work));
        synchronized (this) {
            busy.add(thread);
        }
        thread.start();
    }

    /** Runs work on the calling thread. */
    void run(Runnable work) {
        synchronized (this) {
            busy.add(Thread.currentThread());
        }
        try {
            work.run();
        } finally {
            synchronized (this) {
                busy.remove(Thread.currentThread());
                if (cutOff) {
                    Thread.interrupted(); // the interrupt was for the work; the thread may belong to the
                    // application's pool
                }
            }
        }
    }

    /** Waits until no work is left; returns whether none is. */
    boolean await(Duration patience) {
        return end(patience, false);
    }

    /** Interrupts the remaining work until it has ended, or the time is over. */
    void cutOff(Duration patience) {
        end(patience, true);
    }

    private boolean end(Duration patience, boolean interrupting) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            if (interrupting) {
                interrupt(); // again each time: interrupted work still closes its connection and waits for the broker
            }
            if (isIdle()) {
                return true;
            }
            if (System.nanoTime() - deadline >= 0) {
                return false;
            }
            LockSupport.parkNanos(STEP.toNanos());
        }
    }

    private synchronized void interrupt() {
        cutOff = true;
        busy.forEach(Thread::interrupt);
    }

    private synchronized boolean isIdle() {
        return busy.isEmpty();
    }
}
