// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue;

import java.time.Instant;

/** The time of a node. Only this class asks the clocks of the machine, so that a test can let days pass. Thread-safe. */
public interface Time {

    /** The clocks of this machine. */
    Time SYSTEM = new Time() {
        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public Instant now() {
            return Instant.now();
        }
    };

    /** Returns nanoseconds that only count on; only differences of two values mean anything. */
    long nanos();

    /** Returns the time of the calendar, which may jump. */
    Instant now();
}
