// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.support;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Waits for what happens on other threads, for a bounded time. Time in which the machine stands still does not count, because the
 * other threads stand still, too.
 */
public final class Await {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration STEP = Duration.ofMillis(10);

    /** The most that counts between two looks. A look takes longer only on a machine, or a disk, that stands still. */
    private static final Duration LONGEST_STEP = Duration.ofSeconds(1);

    private Await() {}

    /** @throws AssertionError if it does not become true in time */
    public static void until(String what, BooleanSupplier condition) {
        until(() -> what, condition);
    }

    /**
     * @param what says, after the time is over, what was waited for and what was there instead
     * @throws AssertionError if it does not become true in time
     */
    public static void until(Supplier<String> what, BooleanSupplier condition) {
        until(PATIENCE, what, condition);
    }

    /**
     * @param what says, after the time is over, what was waited for and what was there instead
     * @throws AssertionError if it does not become true in time
     */
    public static void until(Duration patience, Supplier<String> what, BooleanSupplier condition) {
        long left = patience.toNanos();
        long last = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (left <= 0) {
                throw new AssertionError("not after " + patience + ": " + what.get());
            }
            LockSupport.parkNanos(STEP.toNanos());
            long now = System.nanoTime();
            left -= Math.min(now - last, LONGEST_STEP.toNanos());
            last = now;
        }
    }
}
