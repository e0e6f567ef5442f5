// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks;

import io.onceward.benchmarks.metrics.Metric;
import io.onceward.benchmarks.metrics.Subject;
import java.io.PrintStream;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;

/**
 * Has a contestant work until the virtual machine has compiled its code: with two cores the compiler takes more of them than the
 * contestant, and most from the one that has most code.
 */
final class WarmUp {

    private static final int MOST_ROUNDS = 12;

    /** The share of the time of a round in which the compiler may still work when the figures begin to count. */
    private static final double SHARE = 0.03;

    private final CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    private final PrintStream progress;

    WarmUp(PrintStream progress) {
        this.progress = progress;
    }

    /** Measures for nothing, again and again. */
    void run(MetricName name, Metric metric, Subject subject) throws Exception {
        double share = 1;
        for (int round = 1; round <= MOST_ROUNDS && share > SHARE; round++) {
            long began = System.nanoTime();
            long compiled = compiler.getTotalCompilationTime();
            metric.measure(subject);
            share = (compiler.getTotalCompilationTime() - compiled) * 1e6 / (System.nanoTime() - began);
            progress.printf(
                    "%s %s: warm-up %d, the compiler worked %.0f %% of the time%n",
                    name, subject.name(), round, share * 100);
        }
    }
}
