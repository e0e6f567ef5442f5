// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Spaces requests evenly, so that a host gets at most a number of them in a second. Thread-safe. */
final class RateLimit {

    private final long interval;
    private long next = System.nanoTime();

    /** @param perSecond zero for no limit */
    RateLimit(int perSecond) {
        interval = perSecond == 0 ? 0 : Duration.ofSeconds(1).toNanos() / perSecond;
    }

    /** Waits for the turn of a request; returns {@code false} at once if its turn is after the deadline. */
    boolean await(long deadline) throws InterruptedException {
        long turn;
        synchronized (this) {
            long now = System.nanoTime();
            turn = next - now < 0 ? now : next;
            if (turn - deadline > 0) {
                return false;
            }
            next = turn + interval;
        }
        TimeUnit.NANOSECONDS.sleep(turn - System.nanoTime());
        return true;
    }
}
