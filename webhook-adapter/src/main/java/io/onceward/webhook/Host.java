// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** The limits and the health of one host and port. Thread-safe. */
final class Host {

    private final Semaphore permits;
    private final int concurrency;
    private final RateLimit rate;
    private final HostHealth health = new HostHealth();

    Host(int concurrency, int perSecond) {
        this.concurrency = concurrency;
        permits = new Semaphore(concurrency, true);
        rate = new RateLimit(perSecond);
    }

    HostHealth health() {
        return health;
    }

    /** Waits until a request may begin; returns {@code false} if none may before the deadline. */
    boolean begin(long deadline) throws InterruptedException {
        if (!permits.tryAcquire(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
            return false;
        }
        boolean begun = false;
        try {
            begun = rate.await(deadline);
            return begun;
        } finally {
            if (!begun) {
                end();
            }
        }
    }

    /** Ends a request that has begun. */
    void end() {
        permits.release();
    }

    /** Returns whether no request is in progress. */
    boolean isIdle() {
        return permits.availablePermits() == concurrency && !permits.hasQueuedThreads();
    }
}
