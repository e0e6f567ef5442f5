// SPDX-License-Identifier: Apache-2.0
package io.onceward.health;

import java.time.Duration;

/** Knows when something that is to happen regularly happened last. Thread-safe. */
public final class Heartbeat {

    private volatile long last;
    private volatile boolean begun;

    /** Runs the work. */
    public void beat(Runnable work) {
        last = System.nanoTime();
        begun = true;
        try {
            work.run();
        } finally {
            last = System.nanoTime();
        }
    }

    /** Returns the time since the current one began, or the last one ended; zero before the first one. */
    public Duration silence() {
        return begun ? Duration.ofNanos(System.nanoTime() - last) : Duration.ZERO;
    }
}
