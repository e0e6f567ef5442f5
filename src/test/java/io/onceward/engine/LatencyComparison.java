// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
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

    /** The bound for the ratio of the median with trouble and the one without. */
    private static final double RATIO = 1.2;

    /** The difference that the bound allows on top: timers and threads make medians of a millisecond vary by more than a fifth. */
    private static final double NOISE_MILLIS = 0.5;

    /** Whether the goal itself is asserted, without any allowance, which needs a quiet machine. */
    private static final boolean EXACT = Integer.getInteger("isolation.rounds") != null;

    /** The pairs of rounds whose medians are compared. */
    private static final int ROUNDS = Integer.getInteger("isolation.rounds", 5);

    /** Most pairs of rounds: other work of the machine needs more than a few to affect both sides equally. */
    private static final int MOST_ROUNDS = EXACT ? ROUNDS : 25;

    private static final int EVENTS = 50;
    private static final Duration INTERVAL = Duration.ofMillis(10);

    private final Map<String, Long> received = new ConcurrentHashMap<>();

    /** Something that has trouble. */
    interface Trouble {

        /** Begins, and returns when the trouble is there. */
        void begin() throws Exception;

        /** Ends, and returns when its traces are gone. */
        void end() throws Exception;

        /** Returns whether it is known to miss the goal, which is then only printed. */
        default boolean missesGoal() {
            return false;
        }
    }

    /** Notes the receipt of an event or message. */
    void received(String id) {
        received.putIfAbsent(id, System.nanoTime());
    }

    /** Returns whether the receipt of an event or message was noted. */
    boolean isReceived(String id) {
        return received.containsKey(id);
    }

    /**
     * Measures rounds without and with trouble in turns, prints the medians of their medians and of their ratios, and fails if the
     * median of the last five rounds with trouble is above the bound. While it is, further pairs of rounds follow. With
     * {@code -Disolation.rounds=15} it measures so many pairs, and fails if the median of their ratios is above the goal.
     *
     * @param send commits something healthy, and returns its id
     */
    void compare(String trouble, Callable<String> send, Trouble sick) throws Exception {
        round(send);
        List<Double> undisturbed = new ArrayList<>();
        List<Double> disturbed = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < ROUNDS || (i < MOST_ROUNDS && !isWithin(disturbed, undisturbed)); i++) {
            undisturbed.add(round(send));
            sick.begin();
            disturbed.add(round(send));
            sick.end();
            ratios.add(disturbed.get(i) / undisturbed.get(i));
        }
        System.out.printf(
                Locale.ROOT,
                "Isolation from %s: p50 %.2f ms, undisturbed %.2f ms, %d pairs, ratio %.2f (%.2f … %.2f)%n",
                trouble,
                median(disturbed),
                median(undisturbed),
                ratios.size(),
                median(ratios),
                Collections.min(ratios),
                Collections.max(ratios));
        if (!EXACT) {
            assertThat(isWithin(disturbed, undisturbed))
                    .as("p50 in ms beside %s: %s, undisturbed: %s", trouble, disturbed, undisturbed)
                    .isTrue();
        } else if (!sick.missesGoal()) {
            assertThat(median(ratios))
                    .as("ratio beside %s of %s", trouble, ratios)
                    .isLessThanOrEqualTo(RATIO);
        }
    }

    private static boolean isWithin(List<Double> disturbed, List<Double> undisturbed) {
        return median(last(disturbed)) <= RATIO * median(last(undisturbed)) + NOISE_MILLIS;
    }

    private static List<Double> last(List<Double> medians) {
        return medians.subList(medians.size() - ROUNDS, medians.size());
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
        return median(sent.entrySet().stream()
                .map(each -> (received.get(each.getKey()) - each.getValue()) / 1e6)
                .toList());
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }
}
