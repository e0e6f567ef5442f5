// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.outage;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The delays after failures: each is twice as long as the one before, up to a cap, with jitter over the upper half.
 *
 * @param first the longest delay after one failure
 * @param cap the longest delay
 */
public record Backoff(Duration first, Duration cap) {

    private static final int MAX_DOUBLINGS = 30;

    /** Returns the delay after a number of failures in a row. */
    public Duration after(int failures) {
        int doublings = Math.min(failures - 1, MAX_DOUBLINGS);
        boolean below = first.toMillis() < cap.toMillis() >> doublings;
        long longest = below ? first.toMillis() << doublings : cap.toMillis();
        return Duration.ofMillis(longest / 2 + ThreadLocalRandom.current().nextLong(longest / 2 + 1));
    }
}
