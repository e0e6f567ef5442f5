// SPDX-License-Identifier: Apache-2.0
package io.oncebox.benchmarks.metrics;

import io.oncebox.benchmarks.contestants.Contestant;
import io.oncebox.benchmarks.contestants.Event;
import io.oncebox.benchmarks.contestants.OutboxProducer;
import io.oncebox.benchmarks.contestants.Producer;
import io.oncebox.benchmarks.surroundings.ProcessorTime;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

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
            long[] committed = produce(producer, events, start);
            receiver.await(events);
            double lasted = (System.nanoTime() - start) / 1e9;
            Figures figures = new Figures("")
                    .addPercentiles(latencies(receiver, committed))
                    .addProcessors(subject.processorTime().since(before), events, lasted);
            return List.of(receiver.addChecks(figures, events, running.keepsOrder()));
        }
    }

    /** Returns when each commit returned. */
    private long[] produce(Producer producer, int events, long start) throws Exception {
        long[] committed = new long[events];
        Threads.run(threads, thread -> {
            for (int number = thread; number < events; number += threads) {
                awaitTime(start + (long) (number * 1e9 / rate));
                producer.produce(List.of(Event.of(number, threads)));
                committed[number] = System.nanoTime();
            }
            return null;
        });
        return committed;
    }

    private static void awaitTime(long time) {
        for (long left = time - System.nanoTime(); left > 0; left = time - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** One that was received before its commit returned had no latency; one that never was has had it until now. */
    private static long[] latencies(Receiver receiver, long[] committed) {
        long now = System.nanoTime();
        int first = (int) (committed.length * SETTLING);
        long[] latencies = new long[committed.length - first];
        for (int i = 0; i < latencies.length; i++) {
            long arrival = receiver.arrival(first + i);
            latencies[i] = Math.max(0, (arrival == 0 ? now : arrival) - committed[first + i]);
        }
        return latencies;
    }
}
