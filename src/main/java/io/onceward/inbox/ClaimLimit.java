// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import io.onceward.api.OncewardException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The maximum number of transactions with a claim that run at the same time on this node. A claim holds a connection until its
 * transaction ends. With a limit below the size of the connection pool, the handlers that hold a claim can get a second connection.
 * Thread-safe.
 */
public final class ClaimLimit {

    private static final int NO_LIMIT = 0;

    private final int max;
    private final Duration wait;
    private final Semaphore free;

    /** Whether the thread is within the limit already: a handler may call another one. */
    private final ThreadLocal<Boolean> within = new ThreadLocal<>();

    /**
     * Creates a limit.
     *
     * @param max the number of transactions; 0 for no limit
     * @param wait how long a thread waits for another transaction to end
     */
    public ClaimLimit(int max, Duration wait) {
        this.max = max;
        this.wait = wait;
        this.free = new Semaphore(max, true);
    }

    /**
     * Runs work within the limit. The thread waits before the work, and holds no connection for it meanwhile.
     *
     * @throws OncewardException if the limit was reached for the whole wait; the work did not run
     * @throws Exception what the work threw
     */
    <T> T run(String handler, Callable<T> work) throws Exception {
        if (max == NO_LIMIT || within.get() != null) {
            return work.call();
        }
        enter(handler);
        within.set(true);
        try {
            return work.call();
        } finally {
            within.remove();
            free.release();
        }
    }

    private void enter(String handler) {
        try {
            if (!free.tryAcquire(wait.toNanos(), TimeUnit.NANOSECONDS)) {
                throw InboxErrors.claimLimitReached(handler, max, wait, null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw InboxErrors.claimLimitReached(handler, max, wait, e);
        }
    }
}
