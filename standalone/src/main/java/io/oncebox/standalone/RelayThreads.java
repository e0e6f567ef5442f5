// SPDX-License-Identifier: Apache-2.0
package io.oncebox.standalone;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;

/**
 * The threads that work for one Oncebox, and on what: so that work that waits for a broker which doesn't answer can be cut
 * off, on threads of somebody else, too. Thread-safe.
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

    /** Runs work on a thread of its own. */
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
                    Thread.interrupted(); // it was meant for the work; the thread may be another's
                }
            }
        }
    }

    /** Waits until no work is left, for at most this long; says whether none is. */
    boolean await(Duration patience) {
        return end(patience, false);
    }

    /** Interrupts what is left until it has ended, for at most this long. */
    void cutOff(Duration patience) {
        end(patience, true);
    }

    private boolean end(Duration patience, boolean interrupting) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!ended(interrupting)) {
            if (System.nanoTime() - deadline >= 0) {
                return false;
            }
            LockSupport.parkNanos(STEP.toNanos());
        }
        return true;
    }

    /** Once is not enough: what is interrupted still says good-bye to the broker, and waits for the answer. */
    private synchronized boolean ended(boolean interrupting) {
        if (interrupting) {
            cutOff = true;
            busy.forEach(Thread::interrupt);
        }
        return busy.isEmpty();
    }
}
