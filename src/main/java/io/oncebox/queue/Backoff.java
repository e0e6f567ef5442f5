// SPDX-License-Identifier: Apache-2.0
package io.oncebox.queue;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait after failures: twice as long each time up to a cap, with jitter over the upper half.
 *
 * @param first the longest wait after one failure
 * @param cap the longest wait at all
 */
record Backoff(Duration first, Duration cap) {

    private static final int MAX_DOUBLINGS = 30;

    /** The wait after so many failures in a row. */
    Duration after(int failures) {
        int doublings = Math.min(failures - 1, MAX_DOUBLINGS);
        boolean below = first.toMillis() < cap.toMillis() >> doublings;
        long longest = below ? first.toMillis() << doublings : cap.toMillis();
        return Duration.ofMillis(longest / 2 + RandomGenerator.getDefault().nextLong(longest / 2 + 1));
    }
}
