// SPDX-License-Identifier: Apache-2.0
package io.oncebox.faults;

import io.oncebox.artemis.Broker;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
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
    private final int brokerPort = Loopback.freePort();
    private final Process broker;

    Surroundings(Path folder) throws IOException, InterruptedException {
        this.folder = folder;
        postgres = EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .start();
        broker = new Jvm(folder, List.of("-Dbroker.max-delivery-attempts=-1"))
                .start(
                        folder.resolve("broker.log"),
                        Broker.class.getName(),
                        List.of(
                                Integer.toString(brokerPort),
                                folder.resolve("broker").toString()));
        awaitBroker();
    }

    private void awaitBroker() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (true) {
            try {
                Loopback.connect(brokerPort).close();
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
        Process node = new Jvm(
                        folder, List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Dfaults.halt-at=" + haltAt))
                .start(log, Node.class.getName(), arguments);
        if (!node.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            node.destroyForcibly();
            throw new AssertionError("a node did not end:\n" + Files.readString(log));
        }
        return node.exitValue();
    }

    @Override
    public void close() throws IOException {
        broker.destroyForcibly();
        postgres.close();
    }
}
