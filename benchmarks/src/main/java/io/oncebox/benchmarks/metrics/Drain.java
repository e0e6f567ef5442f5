// SPDX-License-Identifier: Apache-2.0
package io.oncebox.benchmarks.metrics;

import io.oncebox.benchmarks.contestants.Contestant;
import io.oncebox.benchmarks.contestants.OutboxProducer;
import io.oncebox.benchmarks.surroundings.Broker.Watched;
import io.oncebox.benchmarks.surroundings.ProcessorTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How fast a relay empties a backlog: events a second from the first that the queue has to the last one that counts. Then
 * everything is received and checked, if the whole backlog was to be drained.
 */
public record Drain(int threads, List<Long> backlogs, long counted, Duration patience) implements Metric {

    @Override
    public boolean fits(Contestant contestant) {
        return contestant instanceof OutboxProducer;
    }

    @Override
    public List<Figures> measure(Subject subject) throws Exception {
        List<Figures> all = new ArrayList<>();
        for (long backlog : backlogs) {
            all.add(drain(subject, backlog));
        }
        return all;
    }

    private Figures drain(Subject subject, long backlog) throws Exception {
        OutboxProducer outbox = (OutboxProducer) subject.contestant();
        subject.renew();
        new Load(outbox, threads).fill(backlog);
        subject.stage().database().execute("ANALYZE");
        subject.settle();
        long wanted = Math.min(backlog, counted);
        ProcessorTime before = subject.processorTime();
        Figures figures = new Figures(backlogs.size() == 1 ? "" : Long.toString(backlog));
        outbox.startRelay();
        Watched watched;
        try {
            watched = subject.broker().watch(subject.stage().queue(), wanted, patience);
            ProcessorTime used = subject.processorTime().since(before);
            figures.add("ev/s", rate(watched));
            figures.add("first ms", watched.firstSeconds() * 1000);
            figures.addProcessors(used, watched.last(), watched.lastSeconds());
            figures.addHeap();
            figures.add("left", Math.max(0, wanted - watched.last()));
        } finally {
            outbox.stopRelay();
        }
        check(subject, figures, outbox.keepsOrder(), backlog, watched.last() >= backlog);
        return figures;
    }

    /** The time before the first is that of opening and waking up, which is no part of the rate. */
    private static double rate(Watched watched) {
        return watched.first() == watched.last()
                ? watched.last() / watched.lastSeconds()
                : (watched.last() - watched.first()) / (watched.lastSeconds() - watched.firstSeconds());
    }

    /** Of what the relay has not come to by now nothing is lost; all else must be there. */
    private void check(Subject subject, Figures figures, boolean ordered, long backlog, boolean all) throws Exception {
        long there = subject.broker().added(subject.stage().queue());
        try (Receiver receiver = new Receiver(subject.stage(), Math.toIntExact(backlog), threads)) {
            receiver.await(Math.min(there, backlog));
            receiver.addChecks(figures, all ? backlog : there, ordered);
        }
    }
}
