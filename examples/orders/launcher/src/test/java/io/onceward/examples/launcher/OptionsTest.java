// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The check of the options, which Maven runs from the source file before it builds anything. */
class OptionsTest {

    private static final Path SOURCE = Path.of("src/main/java/io/onceward/examples/launcher/Options.java");

    @TempDir
    private Path folder;

    private String http;
    private String port;

    @BeforeEach
    void findPorts() throws Exception {
        http = "example.http.port=" + LauncherIT.freePort();
        port = "example.broker.port=" + LauncherIT.freePort();
    }

    @Test
    void unusablePortEndsTheCheckWithItsReason() throws Exception {
        assertThat(check("example.http.port=http", port))
                .startsWith("1 ")
                .contains("example.http.port=http is not a port");
        assertThat(check(http, "example.broker.port=65536"))
                .startsWith("1 ")
                .contains("example.broker.port=65536 is not a port");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(check("example.http.port=" + taken.getLocalPort(), port))
                    .startsWith("1 ")
                    .contains("Port " + taken.getLocalPort(), "-Dexample.http.port=");
        }
    }

    @Test
    void freePortsAreNotReported() throws Exception {
        assertThat(check(http, port)).isEqualTo("0 ");
        assertThat(check(http, port, "example.broker=", "example.data=")).isEqualTo("0 ");
        assertThat(check(http, port, "example.broker=kafka", "example.data=keep"))
                .isEqualTo("0 ");
    }

    @Test
    void withoutABrokerItsPortDoesNotMatter() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(check(http, "example.broker.port=" + taken.getLocalPort(), "example.broker=none"))
                    .isEqualTo("0 ");
            assertThat(check("example.http.port=" + taken.getLocalPort(), "example.broker=none"))
                    .startsWith("1 ")
                    .contains("Port " + taken.getLocalPort());
        }
    }

    @Test
    void unknownBrokerIsReportedWithTheKnownOnes() throws Exception {
        assertThat(check(http, port, "example.broker=kafak"))
                .startsWith("1 ")
                .contains(
                        "example.broker=kafak is not a broker of the example", "artemis, kafka, rabbitmq, nats, none");
    }

    @Test
    void unknownDataIsReported() throws Exception {
        assertThat(check(http, port, "example.data=old"))
                .startsWith("1 ")
                .contains("example.data=old is unknown", "keep");
    }

    @Test
    void missingProgramOfABrokerIsReportedWithItsPackage() throws Exception {
        assertThat(check(Map.of("PATH", folder.toString()), http, port, "example.broker=nats"))
                .startsWith("1 ")
                .contains("example.broker=nats needs the program nats-server", "apt-get install nats-server");
    }

    /** Otherwise Maven would ignore it, and the example would start with another broker than the user meant. */
    @Test
    void misspeltOptionIsReported() throws Exception {
        assertThat(check(http, port, "example.brokr=kafka"))
                .startsWith("1 ")
                .contains("example.brokr is not an option of the example", "example.broker, example.broker.port");
    }

    private String check(String... options) throws Exception {
        return check(Map.of(), options);
    }

    private String check(Map<String, String> variables, String... options) throws Exception {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        for (String option : options) {
            command.add("-D" + option);
        }
        command.add(SOURCE.toString());
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(variables);
        Process check = builder.start();
        String output = new String(check.getInputStream().readAllBytes(), Charset.defaultCharset());
        return check.waitFor() + " " + output;
    }
}
