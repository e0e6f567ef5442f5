// SPDX-License-Identifier: Apache-2.0
package io.oncebox.health;

import java.time.Duration;

/** Knows when something that is to happen regularly happened last. Thread-safe. */
public final class Heartbeat {

    private volatile long last;
    private volatile boolean begun;
    private volatile boolean under;

    /** Does it. */
    public void beat(Runnable work) {
        begun = true;
        under = true;
        try {
            work.run();
        } finally {
            last = System.nanoTime();
            under = false;
        }
    }

    /** Returns the time since the last one ended; zero while one runs, and before the first one. */
    public Duration silence() {
        return begun && !under ? Duration.ofNanos(System.nanoTime() - last) : Duration.ZERO;
    }
}
