// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import io.onceward.artemis.Broker;
import io.onceward.fixture.FreePort;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/**
 * A durable PostgreSQL and a durable Artemis, in processes of their own, and the nodes that use them. All processes end with
 * this one: with their standard input, or with the broker and the database.
 */
final class TestEnvironment implements AutoCloseable {

    private static final int PATIENCE_SECONDS = 150;
    private static final int DRAIN_MILLIS = 300;

    private final Path folder;
    private final EmbeddedPostgres postgres;
    private final int brokerPort = FreePort.find();
    private Process broker;
    private Waiting next;
    private int nodes;

    /** A node that waits for its task. */
    private record Waiting(Process process, Path log) {}

    TestEnvironment(Path folder) throws IOException, InterruptedException {
        this.folder = folder;
        postgres = EmbeddedPostgres.builder()
                .setPGStartupWait(Duration.ofMinutes(2))
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .start();
        startBroker();
    }

    /** Starts the broker. Messages of a node that died return at once, in front of the following ones. */
    private void startBroker() throws IOException, InterruptedException {
        broker = new Jvm(folder, List.of("-Dbroker.max-delivery-attempts=-1", "-Dbroker.redelivery-delay=0"))
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

    /** Runs a node to its end. Meanwhile the next one gets ready, which then starts at once. */
    Ending run(NodeTask task) throws IOException, InterruptedException {
        Waiting node = next != null ? next : node("");
        next = node("");
        return run(node, task);
    }

    /** Runs a node to its end that has these classes instead of those of the same names. */
    Ending run(NodeTask task, Path instead) throws IOException, InterruptedException {
        return run(node(instead + File.pathSeparator), task);
    }

    /** Runs two nodes at the same time, each to its end; returns how the first ended, or how the second failed. */
    Ending runTogether(NodeTask task, NodeTask other, Optional<Path> instead) throws IOException, InterruptedException {
        String classPath = instead.map(classes -> classes + File.pathSeparator).orElse("");
        Waiting first = node(classPath);
        Waiting second = node(classPath);
        begin(first, task);
        begin(second, other);
        Ending ending = end(first);
        Ending ofOther = end(second);
        return ofOther.status() == 0 ? ending : ofOther;
    }

    private static Ending run(Waiting node, NodeTask task) throws IOException, InterruptedException {
        begin(node, task);
        return end(node);
    }

    private static void begin(Waiting node, NodeTask task) throws IOException {
        OutputStream input = node.process().getOutputStream();
        try {
            input.write((task.line() + "\n").getBytes(StandardCharsets.UTF_8));
            input.flush();
        } catch (IOException e) {
            throw new IOException("a node did not start:\n" + Files.readString(node.log()), e);
        }
    }

    private static Ending end(Waiting node) throws IOException, InterruptedException {
        if (!node.process().waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            node.process().destroyForcibly();
            throw new AssertionError("a node did not end:\n" + Files.readString(node.log()));
        }
        return new Ending(node.process().exitValue(), node.log());
    }

    /** @param classPath what is looked at before this process' own, with a separator behind it; or nothing */
    private Waiting node(String classPath) throws IOException {
        nodes++;
        Path log = folder.resolve("node-" + nodes + ".log");
        Process process = new Jvm(
                        Files.createDirectories(folder.resolve("node-" + nodes)),
                        Jvm.SMALL,
                        Map.of(),
                        classPath + Jvm.OWN_CLASS_PATH)
                .start(log, Node.class.getName(), List.of(databaseUrl(), brokerUrl()));
        return new Waiting(process, log);
    }

    /** Kills the broker and starts it again with what it has on its disk. */
    void restartBroker() throws IOException, InterruptedException {
        dismissNext();
        broker.destroyForcibly().waitFor();
        startBroker();
    }

    /** Empties the queues. That nothing is left is the broker's word, as something may be late. */
    void drain() throws JMSException {
        try (ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(brokerUrl());
                Connection connection = factory.createConnection();
                Session session = connection.createSession()) {
            connection.start();
            for (String queue : Node.QUEUES) {
                try (MessageConsumer consumer = session.createConsumer(session.createQueue(queue))) {
                    Message message;
                    do {
                        message = consumer.receive(DRAIN_MILLIS);
                        if (message == null) {
                            message = consumer.receiveNoWait();
                        }
                    } while (message != null);
                }
            }
        }
    }

    private void dismissNext() {
        if (next != null) {
            next.process().destroyForcibly();
            next = null;
        }
    }

    @Override
    public void close() throws IOException {
        dismissNext();
        broker.destroyForcibly();
        postgres.close();
    }
}
