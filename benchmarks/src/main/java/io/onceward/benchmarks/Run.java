// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks;

import io.onceward.benchmarks.metrics.Figures;
import io.onceward.benchmarks.metrics.Metric;
import io.onceward.benchmarks.report.CsvFile;
import io.onceward.benchmarks.report.Measurements;
import io.onceward.benchmarks.worker.Contender;
import io.onceward.benchmarks.worker.Requests;
import io.onceward.benchmarks.worker.WarmUp;
import io.onceward.benchmarks.worker.WorkerProcess;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Measures: everybody warms up, then they take turns, repetition by repetition; each repetition begins with the next contestant. */
final class Run {

    private final Sizes sizes;
    private final int repetitions;
    private final CsvFile csv;
    private final PrintStream progress;

    Run(Sizes sizes, int repetitions, CsvFile csv, PrintStream progress) {
        this.sizes = sizes;
        this.repetitions = repetitions;
        this.csv = csv;
        this.progress = progress;
    }

    /** @param contenders those that do not fit the metric are left out */
    Measurements measure(Part part, List<Contender> contenders) throws IOException {
        Metric metric = sizes.measured(part.metric());
        List<Contender> fitting = new ArrayList<>();
        for (Contender contender : contenders) {
            if (contender.kept().ask(new Requests.Fits(metric))) {
                fitting.add(contender);
            }
        }
        if (part.temperature() == Temperature.WARM && sizes.warmsUp()) {
            for (Contender contender : fitting) {
                String name = part + " " + contender.name();
                contender.kept().ask(new WarmUp(name, sizes.warmUp(part.metric())));
            }
        }
        Measurements measurements = new Measurements(part.toString());
        for (int repetition = 1; repetition <= repetitions; repetition++) {
            for (Contender contender : fitting) {
                for (Figures figures : slice(part, metric, contender)) {
                    progress.println(part + " " + repetition + " " + contender.name() + " " + figures.variant() + " "
                            + figures.values());
                    csv.add(part.toString(), repetition, contender.name(), figures.variant(), figures.values());
                    measurements.add(contender.name(), figures.variant(), figures.values());
                }
            }
            Collections.rotate(fitting, -1);
        }
        return measurements;
    }

    private static List<Figures> slice(Part part, Metric metric, Contender contender) throws IOException {
        contender.kept().ask(new Requests.Prepare(metric));
        if (part.temperature() == Temperature.WARM) {
            return contender.kept().ask(new Requests.Measure(metric));
        }
        try (WorkerProcess cold = contender.fresh()) {
            return cold.ask(new Requests.Measure(metric));
        }
    }
}
