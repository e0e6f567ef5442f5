// SPDX-License-Identifier: Apache-2.0
package io.oncebox.faults;

import io.oncebox.artemis.Broker;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A durable PostgreSQL and a durable Artemis, in processes of their own, and the processes that use them. */
final class Surroundings implements AutoCloseable {

    private static final int PATIENCE_SECONDS = 90;

    private final Path folder;
    private final EmbeddedPostgres postgres;
    private final int brokerPort = freePort();
    private final Process broker;

    Surroundings(Path folder) throws IOException, InterruptedException {
        this.folder = folder;
        postgres = EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .start();
        broker = java(
                folder.resolve("broker.log"),
                List.of("-Dbroker.max-delivery-attempts=-1"),
                Broker.class.getName(),
                Integer.toString(brokerPort),
                folder.resolve("broker").toString());
        awaitBroker();
    }

    private void awaitBroker() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (true) {
            try {
                new Socket(InetAddress.getLoopbackAddress(), brokerPort).close();
                return;
            } catch (IOException e) {
                if (!broker.isAlive() || System.nanoTime() - deadline > 0) {
                    throw new IOException(
                            "The broker did not start:\n" + Files.readString(folder.resolve("broker.log")), e);
                }
                Thread.sleep(50);
            }
        }
    }

    private static int freePort() {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    String databaseUrl() {
        return postgres.getJdbcUrl("postgres", "postgres");
    }

    private String brokerUrl() {
        return "tcp://127.0.0.1:" + brokerPort;
    }

    /**
     * Runs a node to its end, and returns its exit status.
     *
     * @param log for what it says
     * @param haltAt the step at which it dies; empty if it doesn't
     * @param round of orders, if it is to place some
     */
    int run(Path log, String haltAt, String... round) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(databaseUrl(), brokerUrl()));
        arguments.addAll(List.of(round));
        Process node = java(
                log,
                List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Dfaults.halt-at=" + haltAt),
                Node.class.getName(),
                arguments.toArray(String[]::new));
        if (!node.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            node.destroyForcibly();
            throw new AssertionError("a node did not end:\n" + Files.readString(log));
        }
        return node.exitValue();
    }

    private Process java(Path log, List<String> options, String main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-DObjectStoreEnvironmentBean.objectStoreDir=" + folder.resolve("narayana")));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        return process;
    }

    @Override
    public void close() throws IOException {
        broker.destroyForcibly();
        postgres.close();
    }
}
