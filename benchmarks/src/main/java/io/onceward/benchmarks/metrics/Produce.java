// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.metrics;

import io.onceward.benchmarks.contestants.Contestant;
import io.onceward.benchmarks.contestants.Producer;
import io.onceward.benchmarks.environment.ProcessorTime;
import java.util.List;

/** The cost of recording for the business: transactions a second, while no relay runs. */
public record Produce(int threads, double seconds) implements Metric {

    private static final double KIB = 1 << 10;

    @Override
    public boolean fits(Contestant contestant) {
        return contestant instanceof Producer;
    }

    @Override
    public List<Figures> measure(Subject subject) throws Exception {
        Load load = new Load((Producer) subject.contestant(), threads);
        ProcessorTime before = subject.processorTime();
        long start = System.nanoTime();
        Load.Done done = load.run(seconds);
        long events = done.nanos().length;
        double lasted = (System.nanoTime() - start) / 1e9;
        return List.of(new Figures("")
                .add("tx/s", events / lasted)
                .addPercentiles(done.nanos())
                .add("allocated KiB", done.allocated() / KIB / Math.max(1, events))
                .addProcessors(subject.processorTime().since(before), events, lasted));
    }
}
