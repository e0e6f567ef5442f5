// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.environment;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The process of the broker. It ends with this, or with the JVM that started it. */
public final class BrokerServer implements AutoCloseable {

    private static final Duration STOP_PATIENCE = Duration.ofSeconds(20);

    private final Process process;
    private final Broker broker;

    private BrokerServer(Process process, Broker broker) {
        this.process = process;
        this.broker = broker;
    }

    public static BrokerServer start(Path folder) throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xms1g",
                        "-Xmx2g",
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BrokerProcess.class.getName(),
                        Integer.toString(port),
                        folder.resolve("artemis").toString())
                .redirectError(folder.resolve("artemis.log").toFile())
                .start();
        String commands = process.inputReader(StandardCharsets.UTF_8).readLine();
        if (commands == null) {
            throw new IOException("the broker did not start: see " + folder.resolve("artemis.log"));
        }
        return new BrokerServer(
                process, new Broker(new Broker.Address(process.pid(), port, Integer.parseInt(commands))));
    }

    public Broker broker() {
        return broker;
    }

    @Override
    public void close() throws IOException {
        broker.close();
        process.getOutputStream().close();
        try {
            if (process.waitFor(STOP_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly().onExit().join(); // its files may be deleted afterwards
    }
}
