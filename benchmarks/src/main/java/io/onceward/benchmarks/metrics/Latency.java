// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.metrics;

import io.onceward.benchmarks.contestants.Contestant;
import io.onceward.benchmarks.contestants.Event;
import io.onceward.benchmarks.contestants.OutboxProducer;
import io.onceward.benchmarks.contestants.Producer;
import io.onceward.benchmarks.environment.ProcessorTime;
import java.util.List;

/**
 * At a steady rate that leaves everything time: from the return of the commit until the event is received.
 *
 * @param settling share of the events that come first and don't count
 */
public record Latency(int threads, int rate, double seconds, double settling) implements Metric {

    @Override
    public boolean fits(Contestant contestant) {
        return contestant instanceof OutboxProducer;
    }

    @Override
    public List<Figures> measure(Subject subject) throws Exception {
        Producer producer = (Producer) subject.contestant();
        int events = (int) (rate * seconds);
        try (Receiver receiver = new Receiver(subject, events, threads);
                Running running = Running.start(producer)) {
            producer.produce(List.of(Event.of(Event.PROBE, threads)));
            receiver.awaitProbe();
            ProcessorTime before = subject.processorTime();
            long start = System.nanoTime();
            long[] committed = new long[events];
            new Pace(producer, threads, rate).run(0, events, committed);
            receiver.await(events);
            double lasted = (System.nanoTime() - start) / 1e9;
            Figures figures = new Figures("")
                    .addPercentiles(Pace.latencies(receiver, committed, (int) (events * settling), events))
                    .addProcessors(subject.processorTime().since(before), events, lasted);
            return List.of(receiver.addChecks(figures, events, running.keepsOrder()));
        }
    }
}
