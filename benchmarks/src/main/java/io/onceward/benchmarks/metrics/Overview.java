// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.metrics;

import io.onceward.benchmarks.contestants.Administered;
import io.onceward.benchmarks.contestants.Contestant;
import java.util.ArrayList;
import java.util.List;

/** The time that the backlog figures take. Each look queries the database. */
public record Overview(int threads, List<Long> backlogs, int looks) implements Metric {

    @Override
    public boolean fits(Contestant contestant) {
        return contestant instanceof Administered;
    }

    @Override
    public void prepare(Subject subject) {
        // each backlog is filled by itself
    }

    @Override
    public List<Figures> measure(Subject subject) throws Exception {
        List<Figures> all = new ArrayList<>();
        for (long backlog : backlogs) {
            all.add(look(subject, (Administered) subject.contestant(), backlog));
        }
        return all;
    }

    private Figures look(Subject subject, Administered outbox, long backlog) throws Exception {
        subject.renew();
        new Load(outbox, threads).fill(backlog);
        subject.stage().database().analyze();
        subject.settle();
        long[] taken = new long[looks];
        long least = Long.MAX_VALUE;
        for (int i = 0; i < looks; i++) {
            long start = System.nanoTime();
            least = Math.min(least, outbox.overview());
            taken[i] = System.nanoTime() - start;
        }
        return new Figures(Long.toString(backlog))
                .addPercentiles(taken)
                .add("first ms", taken[0] / 1e6)
                .add("counted", least);
    }
}
