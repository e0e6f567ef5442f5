// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The example with the other brokers: billing and shipping receive the events from them. */
@Tag("only-in-full")
class BrokersIT {

    private static final Path KAFKA = Path.of("../../../server-configs/kafka/target");

    @ParameterizedTest
    @CsvSource({"kafka, broker", "kafka, server", "rabbitmq, server", "nats, broker"})
    void killInTheMiddleOfAThousandOrdersLosesAndDoublesNone(String broker, String killed) throws Exception {
        assumeInstalled(broker);
        String port = LauncherIT.freePort();
        String brokerPort = LauncherIT.freePort();
        try (RunningLauncher launcher = RunningLauncher.start(port, brokerPort, "example.broker=" + broker)) {
            launcher.awaitOutput("3/3 ready");
            assertThat(launcher.output()).contains("1/3 broker", "on port " + brokerPort);
            KillIT.killAndStart(launcher, killed, 0);
            launcher.awaitOutput(
                    "After the kill of the " + killed + ": 1,000 placed, 1,000 billed, 0 doubled, 0 lost. Duplicates");
            RunningLauncher.await(LauncherIT.PATIENCE, () -> KillIT.tally(port).contains("\"shipped\":1000"));
            assertThat(KillIT.tally(port)).contains("\"placed\":1000", "\"billed\":1000", "\"doubled\":0");
            assertThat(connections(port, launcher.output()))
                    .contains("\"kind\":\"" + broker + "\"", "\"direction\":\"outgoing\"", "\"direction\":\"incoming\"")
                    .doesNotContain("\"kind\":\"jms\"");
            if (broker.equals("kafka")) {
                assertThat(records(brokerPort).distinct())
                        .as("records that another consumer reads")
                        .hasSize(OrderBatch.SIZE)
                        .allMatch(record -> record.contains("\"item\":\"book\""));
            }
            List<ProcessHandle> children = launcher.children();
            launcher.terminate();
            launcher.awaitExit();
            RunningLauncher.awaitEnd(children);
        }
    }

    private static void assumeInstalled(String broker) {
        String[] folders =
                switch (broker) {
                    case "nats" -> System.getenv("PATH").split(File.pathSeparator);
                    case "rabbitmq" -> new String[] {"/usr/lib/rabbitmq/bin"};
                    default -> new String[0];
                };
        if (folders.length > 0) {
            Assumptions.assumeTrue(
                    List.of(folders).stream().anyMatch(each -> Files.isExecutable(Path.of(each, broker + "-server"))),
                    broker + "-server is not installed");
        }
    }

    /** Returns the ids and values of the events of orders. */
    private static Stream<String> records(String port) throws Exception {
        Process reader = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        KAFKA.resolve("classes")
                                + File.pathSeparator
                                + Files.readString(KAFKA.resolve("class-path.txt"))
                                        .strip(),
                        "io.onceward.kafka.broker.Records",
                        "127.0.0.1:" + port,
                        "orders")
                .start();
        String output = new String(reader.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(reader.waitFor())
                .as(new String(reader.getErrorStream().readAllBytes(), Charset.defaultCharset()))
                .isZero();
        return output.lines();
    }

    private static String connections(String port, String output) throws Exception {
        Matcher password = Pattern.compile("user operator, password (\\S+)").matcher(output);
        assertThat(password.find()).isTrue();
        String login =
                Base64.getEncoder().encodeToString(("operator:" + password.group(1)).getBytes(StandardCharsets.UTF_8));
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/onceward/api/overview"))
                .header("Authorization", "Basic " + login)
                .build();
        String overview = HttpClient.newHttpClient()
                .send(request, BodyHandlers.ofString())
                .body();
        return overview.substring(overview.indexOf("\"connections\""));
    }
}
