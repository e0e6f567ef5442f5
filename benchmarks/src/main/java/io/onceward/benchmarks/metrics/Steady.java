// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.metrics;

import io.onceward.benchmarks.contestants.Contestant;
import io.onceward.benchmarks.contestants.Event;
import io.onceward.benchmarks.contestants.OutboxProducer;
import io.onceward.benchmarks.environment.Database;
import io.onceward.benchmarks.environment.ProcessorTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A steady rate for long, in parts: whether latency, tables or heap grow. */
public record Steady(int threads, int rate, Duration length, int parts) implements Metric {

    private static final String TABLES = " FROM pg_stat_user_tables WHERE relname <> 'business'";

    @Override
    public boolean fits(Contestant contestant) {
        return contestant instanceof OutboxProducer;
    }

    @Override
    public List<Figures> measure(Subject subject) throws Exception {
        OutboxProducer producer = (OutboxProducer) subject.contestant();
        int each = Math.toIntExact(rate * length.toSeconds() / parts);
        int events = each * parts;
        List<Figures> all = new ArrayList<>();
        long[] committed = new long[events];
        try (Receiver receiver = new Receiver(subject, events, threads);
                Running running = Running.start(producer)) {
            producer.produce(List.of(Event.of(Event.PROBE, threads)));
            receiver.awaitProbe();
            for (int part = 0; part < parts; part++) {
                int from = part * each;
                ProcessorTime before = subject.processorTime();
                long start = System.nanoTime();
                new Pace(producer, threads, rate).run(from, from + each, committed);
                double lasted = (System.nanoTime() - start) / 1e9;
                receiver.await(from + each);
                Figures figures = new Figures(Integer.toString(part + 1))
                        .addPercentiles(Pace.latencies(receiver, committed, from, from + each))
                        .addProcessors(subject.processorTime().since(before), each, lasted);
                all.add(receiver.addChecks(sizes(figures, subject), from + each, running.keepsOrder()));
            }
        }
        return all;
    }

    private static Figures sizes(Figures figures, Subject subject) throws Exception {
        Database database = subject.stage().database();
        return figures.addHeap()
                .add("tables MiB", database.number("SELECT sum(pg_total_relation_size(relid))" + TABLES) / Figures.MIB)
                .add("dead rows", database.number("SELECT sum(n_dead_tup)" + TABLES));
    }
}
