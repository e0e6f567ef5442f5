// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.worker;

import io.onceward.benchmarks.metrics.Figures;
import io.onceward.benchmarks.metrics.Metric;
import io.onceward.benchmarks.metrics.Subject;
import java.util.ArrayList;
import java.util.List;

/** The requests. */
public final class Requests {

    private Requests() {}

    /** For the description of the contestant. */
    public record About() implements Request<String> {
        @Override
        public String answer(Subject subject) {
            return subject.contestant().about();
        }
    }

    /** Whether the contestant can be measured by a metric. */
    public record Fits(Metric metric) implements Request<Boolean> {
        @Override
        public Boolean answer(Subject subject) {
            return metric.fits(subject.contestant());
        }
    }

    /** To prepare a slice. */
    public record Prepare(Metric metric) implements Request<Boolean> {
        @Override
        public Boolean answer(Subject subject) throws Exception {
            metric.prepare(subject);
            return true;
        }
    }

    /** To measure the slice that is prepared, and how much of its processor time the JVM's compiler took meanwhile. */
    public record Measure(Metric metric) implements Request<List<Figures>> {
        @Override
        public List<Figures> answer(Subject subject) throws Exception {
            CompilerShare compiler = CompilerShare.begin();
            List<Figures> figures = new ArrayList<>(metric.measure(subject));
            double share = compiler.percent();
            figures.forEach(each -> each.add("compiler %", share));
            return figures;
        }
    }
}
