// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.environment;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Serializable;
import java.io.Writer;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** The broker, seen from a JVM that measures. Its commands take turns. */
public final class Broker implements AutoCloseable {

    private final Address address;
    private final Socket socket;
    private final BufferedReader answers;
    private final Writer commands;

    /**
     * Where a broker runs on this machine.
     *
     * @param pid the id of its process
     * @param port for its clients
     * @param commands the port for the commands of {@link BrokerProcess}
     */
    public record Address(long pid, int port, int commands) implements Serializable {}

    /** The number of messages that the queue had added at the first message and at the end of a watch, each with its time. */
    public record Watched(long first, double firstSeconds, long last, double lastSeconds) {}

    /** Connects to a broker that runs. */
    public Broker(Address address) throws IOException {
        this.address = address;
        socket = new Socket(InetAddress.getLoopbackAddress(), address.commands);
        answers = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        commands = new OutputStreamWriter(socket.getOutputStream(), StandardCharsets.UTF_8);
    }

    public Address address() {
        return address;
    }

    /** Returns the id of its process. */
    public long pid() {
        return address.pid;
    }

    public String about() throws IOException {
        return ask("about");
    }

    /** A connection factory with the client's defaults. */
    public ActiveMQConnectionFactory connectionFactory() {
        return new ActiveMQConnectionFactory("tcp://127.0.0.1:" + address.port);
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
        commands.write(command + "\n");
        commands.flush();
        String answer = answers.readLine();
        if (answer == null) {
            throw new IOException("the broker died at: " + command);
        }
        return answer;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
