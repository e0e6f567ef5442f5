// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.metrics;

import io.onceward.benchmarks.contestants.Contestant;
import io.onceward.benchmarks.contestants.LocalProducer;
import io.onceward.benchmarks.contestants.OutboxProducer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The speed of a drain by the size of the backlog.
 *
 * @param backlogs the first one is the size of a slice
 * @param slices of each backlog; one that has no more is filled again
 */
public record Growth(int threads, List<Long> backlogs, int slices, Duration patience) implements Metric {

    @Override
    public boolean fits(Contestant contestant) {
        return contestant instanceof OutboxProducer && !(contestant instanceof LocalProducer);
    }

    @Override
    public void prepare(Subject subject) {
        // each backlog is filled by itself
    }

    @Override
    public List<Figures> measure(Subject subject) throws Exception {
        long counted = backlogs.get(0);
        List<Figures> all = new ArrayList<>();
        for (long backlog : backlogs) {
            int atOnce = Math.toIntExact(Math.min(slices, backlog / counted));
            Drain drain = new Drain(threads, backlog, counted, atOnce, patience);
            for (int done = 0; done < slices; done += atOnce) {
                drain.prepare(subject);
                drain.measure(subject).forEach(figures -> all.add(figures.as(Long.toString(backlog))));
            }
        }
        return all;
    }
}
