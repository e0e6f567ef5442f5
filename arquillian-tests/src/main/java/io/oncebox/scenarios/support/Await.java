// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios.support;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for what happens on other threads, for a bounded time. */
public final class Await {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration STEP = Duration.ofMillis(10);

    private Await() {}

    /** @throws AssertionError if it does not become true in time */
    public static void until(String what, BooleanSupplier condition) {
        until(PATIENCE, () -> what, condition);
    }

    /**
     * @param what says, after the time is over, what was waited for and what was there instead
     * @throws AssertionError if it does not become true in time
     */
    public static void until(Duration patience, Supplier<String> what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("not after " + patience + ": " + what.get());
            }
            LockSupport.parkNanos(STEP.toNanos());
        }
    }
}
