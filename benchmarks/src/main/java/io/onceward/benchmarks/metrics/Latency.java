// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.metrics;

import io.onceward.benchmarks.contestants.Contestant;
import io.onceward.benchmarks.contestants.Event;
import io.onceward.benchmarks.contestants.OutboxProducer;
import io.onceward.benchmarks.contestants.Producer;
import io.onceward.benchmarks.environment.ProcessorTime;
import java.util.List;

/** At a steady rate that leaves everything time: from the return of the commit until the event is received. */
public record Latency(int threads, int rate, double seconds) implements Metric {

    /** Share of the events that come first and don't count. */
    private static final double SETTLING = 0.1;

    @Override
    public boolean fits(Contestant contestant) {
        return contestant instanceof OutboxProducer;
    }

    @Override
    public List<Figures> measure(Subject subject) throws Exception {
        Producer producer = (Producer) subject.contestant();
        int events = (int) (rate * seconds);
        subject.renew();
        try (Receiver receiver = new Receiver(subject.stage(), events, threads);
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
                    .addPercentiles(Pace.latencies(receiver, committed, (int) (events * SETTLING), events))
                    .addProcessors(subject.processorTime().since(before), events, lasted);
            return List.of(receiver.addChecks(figures, events, running.keepsOrder()));
        }
    }
}
