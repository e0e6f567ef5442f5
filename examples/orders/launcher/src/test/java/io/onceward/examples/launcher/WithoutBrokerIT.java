// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The example in one class: an order is billed by a durable observer, without a broker. */
class WithoutBrokerIT {

    /** As processor time of two cores, for fifteen seconds on a clock: on a busy machine, a clock says little. */
    private static final Duration START = Duration.ofSeconds(30);

    private static final String NO_PORT = "1";

    @Test
    void killOfTheServerInTheMiddleOfAThousandOrdersLosesAndDoublesNone() throws Exception {
        String port = LauncherIT.freePort();
        try (RunningLauncher launcher = RunningLauncher.start(port, NO_PORT, "example.broker=none")) {
            launcher.awaitOutput("2/2 ready");
            assertThat(launcher.processorTime()).isLessThan(START);
            assertThat(launcher.children()).hasSize(1);
            launcher.type("b");
            launcher.awaitOutput("Type a key and Enter");

            KillIT.killAndStart(launcher, "server", 0);
            launcher.awaitOutput("After the kill of the server: 1,000 placed, 1,000 billed, 0 doubled, 0 lost.");
            assertThat(KillIT.tally(port)).contains("\"placed\":1000", "\"billed\":1000", "\"pending\":0");

            String order = idOf(send(port, "", BodyPublishers.ofString("{\"item\":\"piano\",\"total\":4200}")));
            RunningLauncher.await(
                    LauncherIT.PATIENCE, () -> send(port, "/" + order, null).contains("\"invoices\":1"));
            launcher.awaitOutput("Billing fails on purpose: order " + order);

            List<ProcessHandle> children = launcher.children();
            launcher.terminate();
            launcher.awaitExit();
            RunningLauncher.awaitEnd(children);
            assertThat(launcher.output()).contains("The server is stopped.").doesNotContain("kill the broker");
        }
    }

    private static String idOf(String order) {
        Matcher id = Pattern.compile("\"id\":(\\d+)").matcher(order);
        assertThat(id.find()).as(order).isTrue();
        return id.group(1);
    }

    /** @param body {@code null} for a GET */
    private static String send(String port, String path, BodyPublisher body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/orders" + path))
                .header("Content-Type", "application/json");
        return HttpClient.newHttpClient()
                .send((body == null ? request : request.POST(body)).build(), BodyHandlers.ofString())
                .body();
    }
}
