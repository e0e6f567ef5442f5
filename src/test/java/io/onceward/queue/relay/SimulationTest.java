// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The guarantees hold in simulated histories ({@code docs/reliability.md}). The seeds begin with a random one, or with {@code
 * -Donceward.simulation.seed}; {@code -Donceward.simulation.minutes} says for how long they are tried.
 */
class SimulationTest {

    private static final int SEEDS = 20_000;

    /** Most histories in which a mistake has to show itself. */
    private static final int SEEDS_OF_A_MISTAKE = 200_000;

    private static final Logger LOGGER = Logger.getLogger("io.onceward");
    private static Level before;

    @BeforeAll
    static void logNothing() {
        before = LOGGER.getLevel();
        LOGGER.setLevel(Level.OFF);
    }

    @AfterAll
    static void logAgain() {
        LOGGER.setLevel(before);
    }

    @Test
    void guaranteesHold() {
        long first = first();
        Integer minutes = Integer.getInteger("onceward.simulation.minutes");
        long begin = System.nanoTime();
        SimRun run = new SimRun(SimMistake.NONE);
        long seed = first;
        while (minutes == null
                ? seed < first + SEEDS
                : System.nanoTime() - begin < Duration.ofMinutes(minutes).toNanos()) {
            long current = seed++;
            run.of(current).ifPresent(found -> {
                throw new AssertionError(run.report(current, found));
            });
        }
        System.out.printf(
                "%d histories from seed %d, %d steps in %d s%n",
                seed - first,
                first,
                run.steps(),
                Duration.ofNanos(System.nanoTime() - begin).toSeconds());
    }

    private static long first() {
        return Long.getLong(
                "onceward.simulation.seed", ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE));
    }

    static List<SimMistake> mistakes() {
        return SimMistakes.ALL;
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void mistakeIsFound(SimMistake mistake) {
        long first = first();
        SimRun run = new SimRun(mistake);
        long seed = first;
        while (run.of(seed).isEmpty()) {
            assertThat(++seed - first)
                    .as("histories from seed %d in which nothing shows", first)
                    .isLessThan(SEEDS_OF_A_MISTAKE);
        }
    }

    @Test
    void historyOfASeedIsTheSameEachTime() {
        SimRun run = new SimRun(SimMistake.NONE);
        for (long seed = 1; seed <= 20; seed++) {
            assertThat(run.history(seed)).isNotEmpty().isEqualTo(run.history(seed));
        }
    }

    @Test
    void historyOfAViolationIsShort() {
        SimRun run = new SimRun(SimMistakes.ALL.stream()
                .filter(mistake -> mistake.name.equals("withdrawn one by one"))
                .findFirst()
                .orElseThrow());
        long seed = 1;
        while (run.of(seed).isEmpty() || run.history(seed).size() < 100) {
            seed++;
        }
        SimRun.Found found = run.of(seed).orElseThrow();
        List<String> all = run.history(seed);
        List<String> some = run.shortestHistory(run.shortest(found));
        assertThat(some).hasSizeLessThan(all.size()).hasSizeLessThan(60);
        assertThat(run.report(seed, found)).contains("Seed " + seed, found.property(), some.get(some.size() - 1));
    }
}
