// SPDX-License-Identifier: Apache-2.0
package io.onceward.artemis;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.Charset;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrokerTest {

    @TempDir
    private Path data;

    /** Under nohup and systemd the input has ended when the broker starts. */
    @Test
    void brokerWhoseInputHasEndedSaysWhyItEnds() throws Exception {
        Process broker = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Broker.class.getName(),
                        String.valueOf(freePort()),
                        data.toString())
                .redirectErrorStream(true)
                .start();
        broker.getOutputStream().close();
        String output = new String(broker.getInputStream().readAllBytes(), Charset.defaultCharset());
        assertThat(broker.waitFor()).as(output).isZero();
        assertThat(output).contains("Artemis is ready", "The standard input has ended");
    }

    private static int freePort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
