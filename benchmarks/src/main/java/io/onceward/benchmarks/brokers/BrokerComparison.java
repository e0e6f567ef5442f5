// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.brokers;

import io.onceward.benchmarks.environment.Postgres;
import io.onceward.benchmarks.report.CsvFile;
import io.onceward.benchmarks.report.MarkdownTable;
import io.onceward.benchmarks.report.Measurements;
import java.util.Map;

/**
 * The slices of contestants in turns, and the report about them.
 *
 * @param repetitions the slices of each contestant that count
 * @param warmUp the slices of each contestant before, which do not count
 * @param threads the threads of a contestant
 */
record BrokerComparison(
        MeasuredBroker broker,
        Postgres postgres,
        CsvFile csv,
        StringBuilder report,
        int repetitions,
        int warmUp,
        int threads) {

    /** One slice. */
    @FunctionalInterface
    interface Slice {
        Map<String, Double> measure(BrokerRun run) throws Exception;
    }

    /** @param contestants the first one is the one that the others are compared with */
    void measure(String metric, Map<String, BrokerContestant> contestants, Slice slice) throws Exception {
        Measurements measurements = new Measurements(metric);
        for (int repetition = 1 - warmUp; repetition <= repetitions; repetition++) {
            for (Map.Entry<String, BrokerContestant> each : contestants.entrySet()) {
                Map<String, Double> figures = slice.measure(new BrokerRun(broker, each.getValue(), postgres, threads));
                System.err.println(metric + " " + repetition + " " + each.getKey() + " " + figures);
                if (repetition > 0) {
                    csv.add(metric, repetition, each.getKey(), "", figures);
                    measurements.add(each.getKey(), "", figures);
                }
            }
        }
        print(new MarkdownTable(measurements) + "\n");
    }

    void print(String text) {
        report.append(text);
        System.out.print(text);
    }
}
