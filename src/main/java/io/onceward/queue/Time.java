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

    /** Returns nanoseconds that never decrease; only the difference of two values has a meaning. */
    long nanos();

    /** Returns the date and time, which may jump. */
    Instant now();
}
