// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * The clock of a test: the current time and what the test has advanced it by. Delayed events and retries are due by this clock, so
 * give it to the code under test as its {@link Clock}. Leases, circuit breakers and the retention of claims use the time of
 * the machine.
 *
 * <p>Thread-safe. Its zone is UTC.
 *
 * @since 0.1
 */
public final class TestClock extends Clock {

    private final DueTimes dueTimes;
    private final ZoneId zone;
    private volatile Duration advanced = Duration.ZERO;

    TestClock(DueTimes dueTimes) {
        this.dueTimes = dueTimes;
        this.zone = ZoneOffset.UTC;
    }

    /**
     * Advances the clock. Delayed events and retries that are due then are published and handled at the next {@link
     * TestOutbox#deliver()}.
     *
     * @param duration zero or positive
     * @throws IllegalArgumentException if the duration is negative
     * @throws io.onceward.api.OncewardException {@code OWD-0330} if the thread has a transaction
     */
    public synchronized void advance(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException(
                    "Duration " + duration + " is negative. Use zero or a positive duration.");
        }
        dueTimes.bringForward(duration);
        advanced = advanced.plus(duration);
    }

    /** Returns what the test has advanced the clock by. */
    Duration advanced() {
        return advanced;
    }

    void reset() {
        advanced = Duration.ZERO;
    }

    @Override
    public Instant instant() {
        return Instant.now().plus(advanced);
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    @Override
    public Clock withZone(ZoneId newZone) {
        return new InZone(this, newZone);
    }

    /** The same clock in another zone. */
    private static final class InZone extends Clock {

        private final TestClock clock;
        private final ZoneId zone;

        InZone(TestClock clock, ZoneId zone) {
            this.clock = clock;
            this.zone = zone;
        }

        @Override
        public Instant instant() {
            return clock.instant();
        }

        @Override
        public ZoneId getZone() {
            return zone;
        }

        @Override
        public Clock withZone(ZoneId newZone) {
            return new InZone(clock, newZone);
        }
    }
}
