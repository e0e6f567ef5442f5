// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.worker;

import io.onceward.benchmarks.metrics.Metric;
import io.onceward.benchmarks.metrics.Subject;

/**
 * To measure for nothing, again and again, until the JVM has compiled the code of the contestant: the compiler takes more processor
 * time than the contestant at first. Answers with the rounds.
 *
 * @param name what to print
 */
public record WarmUp(String name, Metric metric) implements Request<Integer> {

    private static final int MOST_ROUNDS = 12;

    /** The part of the JVM's processor time that the compiler may still take when the figures begin to count. */
    private static final double PERCENT = 3;

    @Override
    public Integer answer(Subject subject) throws Exception {
        double percent = 100;
        int round = 0;
        while (round < MOST_ROUNDS && percent > PERCENT) {
            round++;
            metric.prepare(subject);
            CompilerShare compiler = CompilerShare.begin();
            metric.measure(subject);
            percent = compiler.percent();
            System.err.printf(
                    "%s: warm-up %d, the compiler took %.1f %% of the processor time%n", name, round, percent);
        }
        return round;
    }
}
