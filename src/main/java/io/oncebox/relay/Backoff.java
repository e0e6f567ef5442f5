// SPDX-License-Identifier: Apache-2.0
package io.oncebox.relay;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** How long a relay rests after failures: twice as long each time up to a cap, with jitter. Used by one thread at a time. */
final class Backoff {

    private static final Duration FIRST = Duration.ofMillis(500);
    private static final Duration CAP = Duration.ofSeconds(30);

    private final LongSupplier nanoTime;
    private final RandomGenerator random;
    private int failures;
    private long failingSince;
    private long restUntil;

    Backoff(LongSupplier nanoTime, RandomGenerator random) {
        this.nanoTime = nanoTime;
        this.random = random;
    }

    boolean resting() {
        return failures > 0 && nanoTime.getAsLong() - restUntil < 0;
    }

    void failed() {
        if (failures == 0) {
            failingSince = nanoTime.getAsLong();
        }
        long rest = Math.min(CAP.toNanos(), FIRST.toNanos() << Math.min(failures, 16));
        restUntil = nanoTime.getAsLong() + rest / 2 + random.nextLong(rest / 2 + 1);
        failures++;
    }

    int failures() {
        return failures;
    }

    Duration failingFor() {
        return Duration.ofNanos(nanoTime.getAsLong() - failingSince);
    }

    void succeeded() {
        failures = 0;
    }
}
