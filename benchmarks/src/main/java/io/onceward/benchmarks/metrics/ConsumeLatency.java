// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.metrics;

import io.onceward.benchmarks.contestants.Consumer;
import io.onceward.benchmarks.contestants.Contestant;
import io.onceward.benchmarks.environment.ProcessorTime;
import java.util.Arrays;
import java.util.List;

/** At a steady rate that leaves everything time: from the start of a send to the handler's insert, by this machine's clock. */
public record ConsumeLatency(int rate, double seconds) implements Metric {

    /** Share of the messages that come first and don't count. */
    private static final double SETTLING = 0.1;

    @Override
    public boolean fits(Contestant contestant) {
        return contestant instanceof Consumer;
    }

    @Override
    public List<Figures> measure(Subject subject) throws Exception {
        Consumer consumer = (Consumer) subject.contestant();
        int messages = (int) (rate * seconds);
        consumer.startConsuming();
        Figures figures = new Figures("");
        try {
            ProcessorTime before = subject.processorTime();
            long start = System.nanoTime();
            long[] latencies = new Sending(subject.stage(), rate).latencies(0, messages);
            double lasted = (System.nanoTime() - start) / 1e9;
            figures.addPercentiles(Arrays.copyOfRange(latencies, (int) (messages * SETTLING), messages))
                    .addProcessors(subject.processorTime().since(before), messages, lasted);
        } finally {
            consumer.stopConsuming();
        }
        return List.of(figures);
    }
}
