// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The promise of the example: server or broker are killed while 1,000 orders are placed, and each order is billed once. */
@EnabledIfSystemProperty(
        named = "contracts",
        matches = "all-databases|full",
        disabledReason = "-Pall-servers and -Pfull run this test")
class KillIT {

    private static final Pattern PLACED = Pattern.compile("([\\d,]+) placed");

    /** In the middle: orders are placed, billed, on the way, and not yet placed. */
    private static final int MIDDLE = 300;

    @Test
    void killOfTheServerInTheMiddleOfAThousandOrdersLosesAndDoublesNone() throws Exception {
        killLosesAndDoublesNone("server");
    }

    @Tag("only-in-full")
    @Test
    void killOfTheBrokerInTheMiddleOfAThousandOrdersLosesAndDoublesNone() throws Exception {
        killLosesAndDoublesNone("broker");
    }

    private static void killLosesAndDoublesNone(String service) throws Exception {
        String port = LauncherIT.freePort();
        try (RunningLauncher launcher = RunningLauncher.start(port, LauncherIT.freePort())) {
            killAndStart(launcher, service, 0);
            launcher.awaitOutput(
                    "After the kill of the " + service + ": 1,000 placed, 1,000 billed, 0 doubled, 0 lost. Duplicates");
            assertThat(tally(port)).contains("\"placed\":1000", "\"billed\":1000", "\"doubled\":0", "\"pending\":0");
            List<ProcessHandle> children = launcher.children();
            assertThat(children).hasSize(2);
            launcher.terminate();
            launcher.awaitExit();
            RunningLauncher.awaitEnd(children);
        }
    }

    /** @param earlier the number of orders that were placed before */
    static void killAndStart(RunningLauncher launcher, String service, int earlier) throws Exception {
        String key = service.substring(0, 1);
        launcher.awaitOutput(" ready ");
        Set<Long> before = pids(launcher);
        launcher.type("o");
        RunningLauncher.await(LauncherIT.PATIENCE, () -> placed(launcher.output()) >= earlier + MIDDLE);
        launcher.type(key);
        launcher.awaitOutput("The " + service + " is killed (kill -9)");
        assertThat(placed(launcher.output())).isLessThan(earlier + OrderBatch.SIZE);
        assertThat(pids(launcher)).hasSizeLessThan(before.size());
        launcher.type(key);
        launcher.awaitOutput("The " + service + " is up again.");
    }

    private static Set<Long> pids(RunningLauncher launcher) {
        return launcher.children().stream().map(ProcessHandle::pid).collect(Collectors.toSet());
    }

    private static int placed(String output) {
        Matcher matcher = PLACED.matcher(output);
        int placed = 0;
        while (matcher.find()) {
            placed = Integer.parseInt(matcher.group(1).replace(",", ""));
        }
        return placed;
    }

    static String tally(String port) throws Exception {
        URI uri = URI.create("http://localhost:" + port + "/orders/tally");
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                .body();
    }
}
