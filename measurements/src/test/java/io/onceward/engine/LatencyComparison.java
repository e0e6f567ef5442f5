// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.Await;
import io.onceward.measure.Figures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Compares the latency of something healthy beside trouble with its undisturbed latency. Short rounds alternate, so that other
 * work on the machine affects both. The latency is the time from the return of the commit to the receipt.
 */
final class LatencyComparison {

    /** The goal for the median of the ratios, each of a round with trouble and the one before it without. */
    private static final double GOAL = 1.2;

    /** The pairs of rounds. */
    private static final int ROUNDS = Integer.getInteger("isolation.rounds", 15);

    private static final int EVENTS = 50;
    private static final Duration INTERVAL = Duration.ofMillis(10);

    private final Map<String, Long> received = new ConcurrentHashMap<>();

    /** Notes the receipt of an event or message. */
    void received(String id) {
        received.putIfAbsent(id, System.nanoTime());
    }

    /**
     * Measures rounds without and with trouble in turns, prints the medians, and fails if the median of the ratios of all pairs misses
     * the goal, unless the trouble is known to.
     *
     * @param send commits something healthy, and returns its id
     */
    void compare(String trouble, Callable<String> send, Trouble sick) throws Exception {
        round(send);
        List<Double> undisturbed = new ArrayList<>();
        List<Double> disturbed = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            undisturbed.add(round(send));
            sick.begin();
            disturbed.add(round(send));
            sick.end();
            ratios.add(disturbed.get(i) / undisturbed.get(i));
        }
        System.out.printf(
                Locale.ROOT,
                "Isolation from %s: p50 %.2f ms, undisturbed %.2f ms, ratio %s of %d pairs; goal %.1f%s%n",
                trouble,
                Figures.median(disturbed),
                Figures.median(undisturbed),
                Figures.spread(ratios),
                ROUNDS,
                GOAL,
                sick.missesGoal() ? ", known to be missed" : "");
        if (!sick.missesGoal()) {
            assertThat(Figures.median(ratios))
                    .as("ratio beside %s of %s", trouble, ratios)
                    .isLessThanOrEqualTo(GOAL);
        }
    }

    private double round(Callable<String> send) throws Exception {
        Map<String, Long> sent = new ConcurrentHashMap<>();
        long next = System.nanoTime();
        for (int i = 0; i < EVENTS; i++) {
            sent.put(send.call(), System.nanoTime());
            next += INTERVAL.toNanos();
            LockSupport.parkNanos(next - System.nanoTime());
        }
        Await.until("what is healthy", () -> received.keySet().containsAll(sent.keySet()));
        return Figures.median(sent.entrySet().stream()
                .map(each -> (received.get(each.getKey()) - each.getValue()) / 1e6)
                .toList());
    }
}
