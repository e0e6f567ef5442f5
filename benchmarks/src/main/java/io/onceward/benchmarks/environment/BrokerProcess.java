// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.environment;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.Queue;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressFullMessagePolicy;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;

/**
 * The broker in a JVM of its own: persistent, everything in memory beside the journal, nothing paged. Prints the port for commands: on
 * each connection it reads one command a line and answers it with one line. Ends with its standard input.
 */
public final class BrokerProcess {

    /** The time between two looks at a queue. */
    private static final long LOOK_MILLIS = 1;

    /** Connections that wait to be accepted. */
    private static final int BACKLOG = 50;

    private final ActiveMQServer server;
    private final int journalNanos;

    private BrokerProcess(ActiveMQServer server, int journalNanos) {
        this.server = server;
        this.journalNanos = journalNanos;
    }

    /** Arguments: the port, and the folder for the journal. */
    public static void main(String[] arguments) throws Exception {
        int port = Integer.parseInt(arguments[0]);
        Path folder = Files.createDirectories(Path.of(arguments[1]));
        int journalNanos = JournalTimeout.measureNanos(folder);
        EmbeddedActiveMQ broker = new EmbeddedActiveMQ().setConfiguration(configuration(port, folder, journalNanos));
        broker.start();
        BrokerProcess process = new BrokerProcess(broker.getActiveMQServer(), journalNanos);
        try (ServerSocket connections = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress())) {
            Thread acceptor = new Thread(() -> process.accept(connections), "commands");
            acceptor.setDaemon(true);
            acceptor.start();
            System.out.println(connections.getLocalPort());
            while (System.in.read() >= 0) {
                // only the end of the stream counts
            }
        }
        broker.stop();
        System.exit(0);
    }

    private void accept(ServerSocket connections) {
        while (!connections.isClosed()) {
            try {
                Socket connection = connections.accept();
                new Thread(() -> serve(connection), "command").start();
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void serve(Socket connection) {
        try (connection;
                BufferedReader commands =
                        new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8));
                PrintWriter answers = new PrintWriter(connection.getOutputStream(), true, StandardCharsets.UTF_8)) {
            for (String line = commands.readLine(); line != null; line = commands.readLine()) {
                answers.println(answer(line.split(" ")));
            }
        } catch (Exception e) {
            throw new IllegalStateException("a command failed; its client finds the connection closed", e);
        }
    }

    private static Configuration configuration(int port, Path folder, int journalNanos) throws Exception {
        return new ConfigurationImpl()
                .setPersistenceEnabled(true)
                .setSecurityEnabled(false)
                .setJMXManagementEnabled(false)
                .setJournalType(JournalType.NIO)
                .setJournalBufferTimeout_NIO(journalNanos)
                .setJournalFileSize(10 << 20)
                .setJournalMinFiles(10)
                .setJournalPoolFiles(20)
                .setJournalDirectory(folder.resolve("journal").toString())
                .setBindingsDirectory(folder.resolve("bindings").toString())
                .setPagingDirectory(folder.resolve("paging").toString())
                .setLargeMessagesDirectory(folder.resolve("large").toString())
                .setMaxDiskUsage(-1)
                .setGlobalMaxSize(-1)
                .addAcceptorConfiguration("tcp", "tcp://127.0.0.1:" + port)
                .addAddressSetting(
                        "#",
                        new AddressSettings()
                                .setMaxSizeBytes(-1)
                                .setAddressFullMessagePolicy(AddressFullMessagePolicy.PAGE)
                                .setMaxDeliveryAttempts(-1)
                                .setAutoDeleteQueues(false)
                                .setAutoDeleteAddresses(false));
    }

    private String answer(String[] command) throws Exception {
        return switch (command[0]) {
            case "about" ->
                "Artemis " + server.getVersion().getFullVersion() + ", journal NIO, buffer timeout "
                        + journalNanos / 1000 + " µs (calibrated), own process";
            case "create" -> create(SimpleString.of(command[1]));
            case "delete" -> delete(SimpleString.of(command[1]));
            case "counts" -> counts(queue(command[1]));
            case "watch" -> watch(queue(command[1]), Long.parseLong(command[2]), Long.parseLong(command[3]));
            default -> throw new IllegalArgumentException(command[0]);
        };
    }

    private String create(SimpleString name) throws Exception {
        server.createQueue(QueueConfiguration.of(name)
                .setAddress(name)
                .setRoutingType(RoutingType.ANYCAST)
                .setDurable(true));
        return "created";
    }

    private String delete(SimpleString name) throws Exception {
        if (server.locateQueue(name) != null) {
            server.destroyQueue(name, null, false);
        }
        return "deleted";
    }

    private Queue queue(String name) {
        return server.locateQueue(SimpleString.of(name));
    }

    private static String counts(Queue queue) {
        return queue.getMessagesAdded() + " " + queue.getMessagesAcknowledged();
    }

    /** Polls in this process, without round trips. Reports messages and microseconds, at the first and at the end. */
    private static String watch(Queue queue, long messages, long patienceMillis) throws InterruptedException {
        long start = System.nanoTime();
        long end = start + patienceMillis * 1_000_000;
        long first = 0;
        long firstAt = start;
        long now = start;
        long seen = 0;
        while (seen < messages && now - end < 0) {
            Thread.sleep(LOOK_MILLIS);
            seen = queue.getMessagesAdded();
            now = System.nanoTime();
            if (first == 0 && seen > 0) {
                first = seen;
                firstAt = now;
            }
        }
        return first + " " + (firstAt - start) / 1000 + " " + seen + " " + (now - start) / 1000;
    }
}
