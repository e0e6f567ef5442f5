// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.metrics;

import io.onceward.benchmarks.contestants.Contestant;
import io.onceward.benchmarks.contestants.LocalProducer;
import io.onceward.benchmarks.contestants.OutboxProducer;
import io.onceward.benchmarks.environment.Broker.Watched;
import io.onceward.benchmarks.environment.ProcessorTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The speed at which a relay empties a backlog: events a second from the first that the queue has to the last one that counts. Then
 * everything is received and checked, if the whole backlog was to be drained.
 *
 * @param counted how many events are one slice
 * @param slices of the backlog, one after the other
 */
public record Drain(int threads, long backlog, long counted, int slices, Duration patience) implements Metric {

    @Override
    public boolean fits(Contestant contestant) {
        return contestant instanceof OutboxProducer && !(contestant instanceof LocalProducer);
    }

    @Override
    public void prepare(Subject subject) throws Exception {
        subject.renew();
        new Load((OutboxProducer) subject.contestant(), threads).fill(backlog);
        subject.stage().database().analyze();
        subject.settle();
    }

    @Override
    public List<Figures> measure(Subject subject) throws Exception {
        OutboxProducer outbox = (OutboxProducer) subject.contestant();
        List<Figures> all = new ArrayList<>();
        long drained = 0;
        outbox.startRelay();
        try {
            for (int slice = 1; slice <= slices; slice++) {
                long wanted = Math.min(backlog, slice * counted);
                ProcessorTime before = subject.processorTime();
                Watched watched = subject.broker().watch(subject.stage().queue(), wanted, patience);
                ProcessorTime used = subject.processorTime().since(before);
                long begin = slice == 1 ? 0 : watched.first();
                drained = watched.last();
                all.add(new Figures("")
                        .add("ev/s", rate(watched))
                        .add("first ms", watched.firstSeconds() * 1000)
                        .add("last ms", watched.lastSeconds() * 1000)
                        .addProcessors(used, drained - begin, watched.lastSeconds())
                        .addHeap()
                        .add("left", Math.max(0, wanted - drained)));
            }
        } finally {
            outbox.stopRelay();
        }
        check(subject, all.get(all.size() - 1), outbox.keepsOrder(), drained >= backlog);
        return all;
    }

    /** The time before the first is that of opening and waking up, which is no part of the rate. */
    private static double rate(Watched watched) {
        return watched.first() == watched.last()
                ? watched.last() / watched.lastSeconds()
                : (watched.last() - watched.first()) / (watched.lastSeconds() - watched.firstSeconds());
    }

    /** Of what the relay has not come to by now nothing is lost; all else must be there. */
    private void check(Subject subject, Figures figures, boolean ordered, boolean all) throws Exception {
        long there = subject.broker().added(subject.stage().queue());
        try (Receiver receiver = new Receiver(subject, Math.toIntExact(backlog), threads)) {
            receiver.await(Math.min(there, backlog));
            receiver.addChecks(figures, all ? backlog : there, ordered);
        }
    }
}
