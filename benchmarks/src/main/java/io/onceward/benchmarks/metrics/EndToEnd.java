// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.metrics;

import io.onceward.benchmarks.contestants.Contestant;
import io.onceward.benchmarks.contestants.DirectProducer;
import io.onceward.benchmarks.contestants.Event;
import io.onceward.benchmarks.contestants.OutboxProducer;
import io.onceward.benchmarks.contestants.Producer;
import io.onceward.benchmarks.environment.ProcessorTime;
import java.util.List;

/** All at the same time: producers, relay and a consumer. Events received, by the time until the last one came. */
public record EndToEnd(int threads, double seconds) implements Metric {

    private static final int CAPACITY = 4_000_000;

    @Override
    public boolean fits(Contestant contestant) {
        return contestant instanceof OutboxProducer || contestant instanceof DirectProducer;
    }

    @Override
    public List<Figures> measure(Subject subject) throws Exception {
        Producer producer = (Producer) subject.contestant();
        try (Receiver receiver = new Receiver(subject, CAPACITY, threads);
                Running running = Running.start(producer)) {
            producer.produce(List.of(Event.of(Event.PROBE, threads)));
            receiver.awaitProbe();
            return List.of(measure(subject, producer, receiver, running));
        }
    }

    private Figures measure(Subject subject, Producer producer, Receiver receiver, Running running) throws Exception {
        ProcessorTime before = subject.processorTime();
        long start = System.nanoTime();
        long[] taken = new Load(producer, threads).run(seconds).nanos();
        double produced = (System.nanoTime() - start) / 1e9;
        receiver.await(taken.length);
        double lasted = (receiver.lastArrival() - start) / 1e9;
        Figures figures = new Figures("")
                .add("ev/s", receiver.received() / lasted)
                .add("tx/s", taken.length / produced)
                .addPercentiles(taken)
                .addProcessors(subject.processorTime().since(before), taken.length, lasted);
        return receiver.addChecks(figures, taken.length, running.keepsOrder());
    }
}
