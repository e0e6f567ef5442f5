// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The time that the test kit adds, which this test prints. The bounds are those of a busy machine. */
class StartTimeTest {

    private static final int STARTS = 5;
    private static final int TESTS = 50;

    @Test
    void startAndResetAreShort() throws Exception {
        double[] starts = new double[STARTS];
        for (int i = 0; i < STARTS; i++) {
            long begin = System.nanoTime();
            try (TestOutbox outbox = TestOutbox.start()) {
                starts[i] = millisSince(begin);
            }
        }
        double[] tests = new double[TESTS];
        try (TestOutbox outbox = TestOutbox.start()) {
            for (int i = 0; i < TESTS; i++) {
                outbox.inTransaction(() -> outbox.record("orders", "text"));
                outbox.deliver();
                long begin = System.nanoTime();
                outbox.reset();
                tests[i] = millisSince(begin);
            }
        }
        double first = starts[0];
        Arrays.sort(starts);
        Arrays.sort(tests);
        System.out.printf(
                "first start %.0f ms, median start %.0f ms, median reset %.2f ms%n",
                first, starts[STARTS / 2], tests[TESTS / 2]);
        assertThat(starts[STARTS / 2]).as("median of the starts, in ms").isLessThan(3000);
        assertThat(tests[TESTS / 2]).as("median of the resets, in ms").isLessThan(100);
    }

    private static double millisSince(long begin) {
        return (System.nanoTime() - begin) / 1e6;
    }
}
