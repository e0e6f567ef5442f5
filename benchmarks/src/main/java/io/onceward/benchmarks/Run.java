// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks;

import io.onceward.benchmarks.metrics.Figures;
import io.onceward.benchmarks.metrics.Metric;
import io.onceward.benchmarks.metrics.Subject;
import io.onceward.benchmarks.report.CsvFile;
import io.onceward.benchmarks.report.Measurements;
import java.io.PrintStream;
import java.util.List;

/** Measures: everybody warms up, then they take turns, repetition by repetition. */
final class Run {

    private final Sizes sizes;
    private final int repetitions;
    private final CsvFile csv;
    private final PrintStream progress;
    private final WarmUp warmUp;

    Run(Sizes sizes, int repetitions, CsvFile csv, PrintStream progress) {
        this.sizes = sizes;
        this.repetitions = repetitions;
        this.csv = csv;
        this.progress = progress;
        this.warmUp = new WarmUp(progress);
    }

    Measurements measure(MetricName name, List<Subject> subjects) throws Exception {
        Metric metric = sizes.measured(name);
        List<Subject> fitting = subjects.stream()
                .filter(subject -> metric.fits(subject.contestant()))
                .toList();
        for (Subject subject : fitting) {
            warmUp.run(name, sizes.warmUp(name), subject);
        }
        Measurements measurements = new Measurements(name.toString());
        for (int repetition = 1; repetition <= repetitions; repetition++) {
            for (Subject subject : fitting) {
                for (Figures figures : metric.measure(subject)) {
                    progress.println(name + " " + repetition + " " + subject.name() + " " + figures.variant() + " "
                            + figures.values());
                    csv.add(name.toString(), repetition, subject.name(), figures.variant(), figures.values());
                    measurements.add(subject.name(), figures.variant(), figures.values());
                }
            }
        }
        return measurements;
    }
}
