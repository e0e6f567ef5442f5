// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka.broker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;

/**
 * Starts a broker with its controller in one process, and ends with its standard input, so that it never outlives the process
 * that started it, or on SIGTERM.
 *
 * <p>Arguments: the port of the broker and the port of the controller on the loopback interface, the data directory, and
 * further properties of the server as {@code name=value}. The system property {@code kafka.topics} names topics, separated by
 * commas, that the broker creates if they do not exist.
 */
public final class Broker {

    private static final int PARTITIONS = 3;

    private Broker() {}

    public static void main(String[] args) throws Exception {
        Path data = Path.of(args[2]).toAbsolutePath();
        Path file = data.resolve("server.properties");
        Properties properties = properties(args[0], args[1], data);
        for (String argument : List.of(args).subList(3, args.length)) {
            String[] parts = argument.split("=", 2);
            properties.setProperty(parts[0], parts[1]);
        }
        write(properties, file);
        if (!Files.exists(data.resolve("log").resolve("meta.properties"))) { // the last file that formatting writes
            format(file);
        }
        KafkaRaftServer server = new KafkaRaftServer(new KafkaConfig(properties), Time.SYSTEM);
        Runtime.getRuntime().addShutdownHook(new Thread(server::shutdown, "stop"));
        server.startup();
        createTopics("127.0.0.1:" + args[0], System.getProperty("kafka.topics", ""));
        System.out.println("Kafka is ready on 127.0.0.1:" + args[0]);
        while (System.in.read() >= 0) {
            // only the end of the stream counts
        }
        System.exit(0);
    }

    private static Properties properties(String port, String controller, Path data) {
        Properties properties = new Properties();
        properties.setProperty("process.roles", "broker,controller");
        properties.setProperty("node.id", "1");
        properties.setProperty("listeners", "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controller);
        properties.setProperty("advertised.listeners", "PLAINTEXT://127.0.0.1:" + port);
        properties.setProperty("controller.listener.names", "CONTROLLER");
        properties.setProperty("controller.quorum.voters", "1@127.0.0.1:" + controller);
        properties.setProperty("log.dirs", data.resolve("log").toString());
        properties.setProperty("offsets.topic.replication.factor", "1");
        properties.setProperty("offsets.topic.num.partitions", "1");
        properties.setProperty("transaction.state.log.replication.factor", "1");
        properties.setProperty("transaction.state.log.min.isr", "1");
        properties.setProperty("group.initial.rebalance.delay.ms", "0");
        properties.setProperty("auto.create.topics.enable", "false");
        // After a crash, the broker may start again when its old session has ended.
        properties.setProperty("broker.session.timeout.ms", "2000");
        properties.setProperty("broker.heartbeat.interval.ms", "500");
        return properties;
    }

    /** An earlier start may have ended before it created them, for example because its port was taken. */
    private static void createTopics(String address, String names) throws Exception {
        if (!names.isEmpty()) {
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", address))) {
                Set<String> existing = admin.listTopics().names().get(1, TimeUnit.MINUTES);
                admin.createTopics(Arrays.stream(names.split(","))
                                .filter(name -> !existing.contains(name))
                                .map(name -> new NewTopic(name, PARTITIONS, (short) 1))
                                .toList())
                        .all()
                        .get(1, TimeUnit.MINUTES);
            }
        }
    }

    private static void write(Properties properties, Path file) throws IOException {
        Files.createDirectories(file.getParent());
        try (var out = Files.newBufferedWriter(file)) {
            properties.store(out, null);
        }
    }

    private static void format(Path file) {
        String[] arguments = {"format", "-t", Uuid.randomUuid().toString(), "-c", file.toString()};
        int status = StorageTool.execute(arguments, System.out);
        if (status != 0) {
            throw new IllegalStateException("The storage was not formatted: status " + status);
        }
    }
}
