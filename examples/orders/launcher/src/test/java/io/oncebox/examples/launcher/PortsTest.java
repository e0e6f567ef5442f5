// SPDX-License-Identifier: Apache-2.0
package io.oncebox.examples.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.Charset;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The check of the ports, which Maven runs from the source file before it builds anything. */
class PortsTest {

    private static final Path SOURCE = Path.of("src/main/java/io/oncebox/examples/launcher/Ports.java");

    @Test
    void unusablePortEndsTheCheckWithItsReason() throws Exception {
        assertThat(check("http", "")).startsWith("1 ").contains("example.http.port=http is no port");
        assertThat(check("", "65536")).startsWith("1 ").contains("example.broker.port=65536 is no port");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(check(String.valueOf(taken.getLocalPort()), ""))
                    .startsWith("1 ")
                    .contains("Port " + taken.getLocalPort(), "-Dexample.http.port=");
        }
    }

    @Test
    void freePortsAreNotReported() throws Exception {
        assertThat(check(LauncherIT.freePort(), LauncherIT.freePort())).isEqualTo("0 ");
    }

    private static String check(String http, String broker) throws Exception {
        Process check = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-D" + Ports.HTTP + "=" + http,
                        "-D" + Ports.BROKER + "=" + broker,
                        SOURCE.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(check.getInputStream().readAllBytes(), Charset.defaultCharset());
        return check.waitFor() + " " + output;
    }
}
