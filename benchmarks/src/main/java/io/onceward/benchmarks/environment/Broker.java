// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.environment;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** The broker, seen from the JVM that measures. */
public final class Broker implements AutoCloseable {

    private static final Duration STOP_PATIENCE = Duration.ofSeconds(20);

    private final Process process;
    private final BufferedReader answers;
    private final BufferedWriter commands;
    private final int port;

    private Broker(Process process, int port) {
        this.process = process;
        this.port = port;
        answers = process.inputReader(StandardCharsets.UTF_8);
        commands = process.outputWriter(StandardCharsets.UTF_8);
    }

    /** The number of messages that the queue had added at the first message and at the end of a watch, each with its time. */
    public record Watched(long first, double firstSeconds, long last, double lastSeconds) {}

    public static Broker start(Path folder) throws IOException {
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
        Broker broker = new Broker(process, port);
        if (!"ready".equals(broker.answers.readLine())) {
            throw new IOException("the broker did not start: see " + folder.resolve("artemis.log"));
        }
        return broker;
    }

    /** Returns the id of its process. */
    public long pid() {
        return process.pid();
    }

    public String about() throws IOException {
        return ask("about");
    }

    /** A connection factory with the client's defaults. */
    public ActiveMQConnectionFactory connectionFactory() {
        return new ActiveMQConnectionFactory("tcp://127.0.0.1:" + port);
    }

    /** Makes the queue, empty and without a past. */
    public void renew(String queue) throws IOException {
        ask("delete " + queue);
        ask("create " + queue);
    }

    public long added(String queue) throws IOException {
        return counts(queue)[0];
    }

    public long acknowledged(String queue) throws IOException {
        return counts(queue)[1];
    }

    private long[] counts(String queue) throws IOException {
        return numbers(ask("counts " + queue));
    }

    /** Waits until so many messages were added, or patience is over. */
    public Watched watch(String queue, long messages, Duration patience) throws IOException {
        long[] seen = numbers(ask("watch " + queue + " " + messages + " " + patience.toMillis()));
        return new Watched(seen[0], seen[1] / 1e6, seen[2], seen[3] / 1e6);
    }

    private static long[] numbers(String answer) {
        return Arrays.stream(answer.split(" ")).mapToLong(Long::parseLong).toArray();
    }

    private synchronized String ask(String command) throws IOException {
        commands.write(command);
        commands.newLine();
        commands.flush();
        String answer = answers.readLine();
        if (answer == null) {
            throw new IOException("the broker died at: " + command);
        }
        return answer;
    }

    @Override
    public void close() throws IOException {
        commands.close();
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
