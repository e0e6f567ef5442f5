// SPDX-License-Identifier: Apache-2.0
package io.oncebox.faults;

import io.oncebox.artemis.Broker;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/**
 * A durable PostgreSQL and a durable Artemis, in processes of their own, and the nodes that use them. All processes end with
 * this one: with their standard input, or with the broker and the database.
 */
final class Surroundings implements AutoCloseable {

    private static final int PATIENCE_SECONDS = 150;
    private static final int DRAIN_MILLIS = 300;

    private final Path folder;
    private final EmbeddedPostgres postgres;
    private final int brokerPort = freePort();
    private Process broker;
    private Waiting next;
    private int nodes;

    /** A node that has no errand yet. */
    private record Waiting(Process process, Path log) {}

    Surroundings(Path folder) throws IOException, InterruptedException {
        this.folder = folder;
        postgres = EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .start();
        startBroker();
    }

    /** What comes back from a node that died comes back at once, so that it stays in front of what follows. */
    private void startBroker() throws IOException, InterruptedException {
        broker = java(
                folder.resolve("broker.log"),
                List.of("-Dbroker.max-delivery-attempts=-1", "-Dbroker.redelivery-delay=0"),
                "",
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

    /** Runs a node to its end. Meanwhile the next one gets ready, which then starts at once. */
    Ending run(Errand errand) throws IOException, InterruptedException {
        Waiting node = next != null ? next : node("");
        next = node("");
        return run(node, errand);
    }

    /** Runs a node to its end that has these classes instead of those of the same names. */
    Ending run(Errand errand, Path instead) throws IOException, InterruptedException {
        return run(node(instead + File.pathSeparator), errand);
    }

    private static Ending run(Waiting node, Errand errand) throws IOException, InterruptedException {
        OutputStream input = node.process().getOutputStream();
        try {
            input.write((errand.line() + "\n").getBytes(StandardCharsets.UTF_8));
            input.flush();
        } catch (IOException e) {
            throw new IOException("a node did not start:\n" + Files.readString(node.log()), e);
        }
        if (!node.process().waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            node.process().destroyForcibly();
            throw new AssertionError("a node did not end:\n" + Files.readString(node.log()));
        }
        return new Ending(node.process().exitValue(), node.log());
    }

    private Waiting node(String classPath) throws IOException {
        nodes++;
        Path log = folder.resolve("node-" + nodes + ".log");
        Process process = java(
                log,
                List.of(
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-DObjectStoreEnvironmentBean.objectStoreDir=" + folder.resolve("narayana-" + nodes)),
                classPath,
                Node.class.getName(),
                databaseUrl(),
                brokerUrl());
        return new Waiting(process, log);
    }

    /** Kills the broker and starts it again with what it has on its disk. */
    void restartBroker() throws IOException, InterruptedException {
        dismissNext();
        broker.destroyForcibly().waitFor();
        startBroker();
    }

    /** Empties the queues. */
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
                    } while (message != null);
                }
            }
        }
    }

    private Process java(Path log, List<String> options, String classPath, String main, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", classPath + System.getProperty("java.class.path"), main));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
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
