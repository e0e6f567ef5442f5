// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The launcher when something is in the way, and when it goes. */
class LauncherIT {

    static final Duration PATIENCE = Duration.ofMinutes(5);

    @Test
    void takenPortIsNamedBeforeAnythingIsStarted() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = String.valueOf(taken.getLocalPort());
            assertThat(refusal(port, freePort())).contains("Port " + port, "-Dexample.http.port=");
            assertThat(refusal(freePort(), port)).contains("Port " + port, "-Dexample.broker.port=");
        }
    }

    @Test
    void illegalPortIsNamed() throws Exception {
        assertThat(refusal("http", freePort())).contains("example.http.port=http is not a port");
        assertThat(refusal(freePort(), "65536")).contains("example.broker.port=65536 is not a port");
    }

    @Test
    void onePortForBothIsRefused() throws Exception {
        String port = freePort();
        assertThat(refusal(port, port)).contains("both " + port);
    }

    @Test
    void killedLauncherLeavesNoProcess() throws Exception {
        try (RunningLauncher launcher = RunningLauncher.start(freePort(), freePort())) {
            launcher.awaitOutput("2/3 server");
            RunningLauncher.await(
                    Duration.ofMinutes(1), () -> launcher.children().size() == 2);
            List<ProcessHandle> children = launcher.children();
            assertThat(children).hasSize(2);

            launcher.kill();

            RunningLauncher.awaitEnd(children);
        }
    }

    private static String refusal(String httpPort, String brokerPort) throws Exception {
        try (RunningLauncher launcher = RunningLauncher.start(httpPort, brokerPort)) {
            assertThat(launcher.awaitExit()).isEqualTo(1);
            assertThat(launcher.output()).doesNotContain("1/3");
            return launcher.output();
        }
    }

    static String freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return String.valueOf(socket.getLocalPort());
        }
    }
}
