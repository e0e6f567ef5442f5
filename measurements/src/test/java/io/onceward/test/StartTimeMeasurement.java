// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.measure.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** The time that the test kit adds. */
class StartTimeMeasurement {

    private static final int STARTS = 9;
    private static final int TESTS = 50;

    /** The goals for the medians, in milliseconds. */
    private static final double START = 300;

    private static final double RESET = 5;

    @Test
    void startAndResetAreShort() throws Exception {
        List<Double> starts = new ArrayList<>();
        for (int i = 0; i < STARTS; i++) {
            long begin = System.nanoTime();
            try (TestOutbox outbox = TestOutbox.start()) {
                starts.add(millisSince(begin));
            }
        }
        List<Double> resets = new ArrayList<>();
        try (TestOutbox outbox = TestOutbox.start()) {
            for (int i = 0; i < TESTS; i++) {
                outbox.inTransaction(() -> outbox.record("orders", "text"));
                outbox.deliver();
                long begin = System.nanoTime();
                outbox.reset();
                resets.add(millisSince(begin));
            }
        }
        System.out.printf(
                Locale.ROOT,
                "Test kit: first start %.0f ms, median of %d starts %.0f ms, of %d resets %.2f ms; goals %.0f and %.0f ms%n",
                starts.get(0),
                STARTS,
                Figures.median(starts),
                TESTS,
                Figures.median(resets),
                START,
                RESET);
        assertThat(Figures.median(starts)).as("median of the starts, in ms").isLessThan(START);
        assertThat(Figures.median(resets)).as("median of the resets, in ms").isLessThan(RESET);
    }

    private static double millisSince(long begin) {
        return (System.nanoTime() - begin) / 1e6;
    }
}
