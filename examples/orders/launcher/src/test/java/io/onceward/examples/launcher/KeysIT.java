// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The keys of the example in several orders at one start: while orders are on the way, and while none is. */
@Tag("only-in-full")
class KeysIT {

    /** As processor time of two cores: on a busy machine, the time on a clock says little. */
    private static final Duration TEN_SECONDS = Duration.ofSeconds(20);

    private static final int THOUSANDS = 4;

    /** Long enough for several tallies. */
    private static final long TALLIES_MILLIS = 3000;

    private static final int RANDOM_KEYS = 24;

    private final String port;
    private final RunningLauncher launcher;

    KeysIT() throws Exception {
        port = LauncherIT.freePort();
        launcher = RunningLauncher.start(port, LauncherIT.freePort());
    }

    @Test
    void threeThousandOrdersSurviveKillsBetweenAndAmongThem() throws Exception {
        try (launcher) {
            launcher.awaitOutput("3/3 ready");

            launcher.type("o");
            launcher.awaitOutput("Placing 1,000 orders");
            launcher.awaitOutput("1,000 placed, 1,000 billed, 0 doubled, 0 lost");

            launcher.type("b"); // nothing is on the way
            launcher.awaitOutput("The broker is killed (kill -9)");
            TimeUnit.MILLISECONDS.sleep(TALLIES_MILLIS);
            assertThat(launcher.output()).doesNotContain("After the kill");
            launcher.type("o");
            launcher.awaitOutput("2,000 placed, 1,000 billed, 0 doubled, 0 lost (1,000 on the way)");
            launcher.type("b");
            launcher.awaitOutput("After the kill of the broker: 2,000 placed, 2,000 billed, 0 doubled, 0 lost.");

            KillIT.killAndStart(launcher, "server", 2 * OrderBatch.SIZE);
            launcher.awaitOutput("After the kill of the server: 3,000 placed, 3,000 billed, 0 doubled, 0 lost.");
            assertThat(KillIT.tally(port)).contains("\"billed\":3000", "\"doubled\":0");
            end();
        }
    }

    @Test
    void thousandOrdersOfAWarmServerTakeTwoCoresTenSeconds() throws Exception {
        try (launcher) {
            launcher.awaitOutput("3/3 ready");
            for (int thousand = 1; thousand < THOUSANDS; thousand++) {
                place(thousand);
            }
            Duration before = launcher.processorTime();
            place(THOUSANDS);
            assertThat(launcher.processorTime().minus(before)).isLessThan(TEN_SECONDS);
            end();
        }
    }

    private void place(int thousand) throws Exception {
        launcher.type("o");
        launcher.awaitOutput(thousand + ",000 placed, " + thousand + ",000 billed, 0 doubled, 0 lost");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void anyOrderOfKeysBillsEachOrderOnce(long seed) throws Exception {
        try (launcher) {
            launcher.awaitOutput("3/3 ready");
            Random random = new Random(seed);
            for (int i = 0; i < RANDOM_KEYS; i++) {
                launcher.type(List.of("o", "o", "b", "s", "t").get(random.nextInt(5)));
                TimeUnit.MILLISECONDS.sleep(random.nextInt(8000));
            }
            launcher.type("?");
            RunningLauncher.await(
                    LauncherIT.PATIENCE,
                    () -> count(Guide.KEYS.lines().findFirst().orElseThrow()) == 2);
            repair("broker");
            repair("server");
            RunningLauncher.await(LauncherIT.PATIENCE, () -> isUp("broker") && isUp("server"));
            launcher.type("o");
            RunningLauncher.await(LauncherIT.PATIENCE, this::isAllBilled);
            assertThat(KillIT.tally(port)).contains("\"doubled\":0");
            assertVerdictsOnlyWhileAllIsUp();
            end();
        }
    }

    /** Starts what is down. */
    private void repair(String service) throws Exception {
        if (count("The " + service + " is killed") > count("The " + service + " is starting again")) {
            launcher.type(service.substring(0, 1));
        }
    }

    private boolean isUp(String service) {
        String output = launcher.output();
        return output.lastIndexOf("The " + service + " is up again.")
                >= output.lastIndexOf("The " + service + " is killed");
    }

    private boolean isAllBilled() throws Exception {
        int placed = count("Placing 1,000 orders") * OrderBatch.SIZE;
        String tally = KillIT.tally(port);
        return tally.contains("\"placed\":" + placed) && tally.contains("\"billed\":" + placed);
    }

    private void assertVerdictsOnlyWhileAllIsUp() {
        Set<String> down = new HashSet<>();
        for (String line : launcher.output().lines().toList()) {
            for (String service : List.of("broker", "server")) {
                if (line.contains("The " + service + " is killed (kill -9)")) {
                    down.add(service);
                } else if (line.contains("The " + service + " is up again.")) {
                    down.remove(service);
                }
            }
            if (line.contains("After the kill of")) {
                assertThat(down).as(line).isEmpty();
            }
        }
    }

    private int count(String text) {
        return launcher.output().split(text, -1).length - 1;
    }

    private void end() throws Exception {
        List<ProcessHandle> children = launcher.children();
        assertThat(children).hasSize(2);
        launcher.terminate();
        launcher.awaitExit();
        RunningLauncher.awaitEnd(children);
    }
}
