// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import java.time.Duration;
import java.util.Objects;

/**
 * A test in two steps: a stimulus, and the effect that it must have.
 *
 * <pre>{@code
 * scenario.stimulate(() -> orders.place(order))
 *         .andWaitForEvent("orders")
 *         .withKey("42");
 * }</pre>
 *
 * <p>A wait repeatedly publishes and handles what is due, until the effect is there. If its time is up, it fails, and its message says what
 * happened instead. Immutable; use it only in the thread of the test.
 *
 * @since 0.1
 */
public final class Scenario {

    /** Long enough for work on other threads; without such work, the first look decides. */
    static final Duration PATIENCE = Duration.ofSeconds(5);

    private final TestOutbox outbox;
    private final Duration patience;

    Scenario(TestOutbox outbox, Duration patience) {
        this.outbox = outbox;
        this.patience = patience;
    }

    /** A call of the code under test. */
    @FunctionalInterface
    public interface Stimulus<E extends Exception> {

        /** Calls the code. */
        void run() throws E;
    }

    /**
     * Returns a scenario whose waits take at most this long, instead of 5 seconds.
     *
     * @param longest a positive duration
     * @throws IllegalArgumentException if the duration is zero or negative
     */
    public Scenario atMost(Duration longest) {
        if (longest.isNegative() || longest.isZero()) {
            throw new IllegalArgumentException("Duration " + longest + " is not positive. Use a positive duration.");
        }
        return new Scenario(outbox, longest);
    }

    /**
     * Calls the stimulus in the calling thread. Begins no transaction for it.
     *
     * @return the waits for its effects
     * @throws E what the stimulus threw
     */
    public <E extends Exception> StimulatedScenario stimulate(Stimulus<E> stimulus) throws E {
        Objects.requireNonNull(stimulus, "stimulus").run();
        return new StimulatedScenario(outbox, patience);
    }
}
