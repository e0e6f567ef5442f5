#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Kafka: a topic is deleted and created again while a consumer with auto.offset.reset=earliest handles the records of the old
# one, and eight records are written to the new one.
# Expected: the consumer, whose five records were those of a topic with another id, receives all eight records, or fails.
# Seen: with the group protocol classic, the default, it goes on at its old offset, receives the last three, and skips five
# without an exception. With the group protocol consumer it receives all eight, and the last three twice.
# Needs bash, a JDK 17 or newer, and Maven. Takes about a minute. Exits 0 if this is still so, and 1 if not.
set -euo pipefail

KAFKA=4.3.1
SLF4J=1.7.36

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cat > pom.xml <<EOF
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId>
  <artifactId>finding</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.apache.kafka</groupId>
      <artifactId>kafka_2.13</artifactId>
      <version>$KAFKA</version>
    </dependency>
    <dependency>
      <groupId>org.slf4j</groupId>
      <artifactId>slf4j-nop</artifactId>
      <version>$SLF4J</version>
    </dependency>
  </dependencies>
</project>
EOF
mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory=lib > maven.log 2>&1 || { cat maven.log; exit 1; }

cat > Experiment.java <<'EOF'
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Time;

/** Runs a broker in this process, and consumers of both group protocols. The argument is an empty folder. */
class Experiment {
    static String address;

    public static void main(String[] args) throws Exception {
        start(Path.of(args[0]));
        try (var admin = Admin.create(Map.<String, Object>of("bootstrap.servers", address))) {
            for (String protocol : List.of("classic", "consumer")) {
                run(admin, protocol);
            }
        }
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    static void run(Admin admin, String protocol) throws Exception {
        String topic = "orders-" + protocol;
        Map<String, Object> settings = Map.of(
                "bootstrap.servers", address,
                "group.id", "billing-" + protocol,
                "group.protocol", protocol,
                "auto.offset.reset", "earliest",
                "enable.auto.commit", "false");
        admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get();
        try (var consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(List.of(topic));
            send(topic, "old", 5);
            List<String> old = receive(consumer, 5);
            consumer.commitSync();

            admin.deleteTopics(List.of(topic)).all().get();
            while (admin.listTopics().names().get().contains(topic)) {
                Thread.sleep(100);
            }
            admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get();
            send(topic, "new", 8);
            System.out.println(protocol + ": received " + old + " and " + receive(consumer, 11));
        }
    }

    /** Returns after the given number of records, or after 15 seconds. */
    static List<String> receive(KafkaConsumer<String, String> consumer, int records) {
        List<String> values = new ArrayList<>();
        long end = System.nanoTime() + Duration.ofSeconds(15).toNanos();
        while (values.size() < records && System.nanoTime() < end) {
            consumer.poll(Duration.ofMillis(200)).forEach(record -> values.add(record.value()));
        }
        return values;
    }

    static void send(String topic, String name, int records) throws Exception {
        Map<String, Object> settings = Map.of("bootstrap.servers", address);
        try (var producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            for (int i = 1; i <= records; i++) {
                producer.send(new ProducerRecord<>(topic, name + " " + i)).get();
            }
        }
    }

    static void start(Path data) throws Exception {
        int port = freePort();
        int controller = freePort();
        address = "127.0.0.1:" + port;
        Properties properties = new Properties();
        properties.putAll(Map.of(
                "process.roles", "broker,controller",
                "node.id", "1",
                "listeners", "PLAINTEXT://" + address + ",CONTROLLER://127.0.0.1:" + controller,
                "advertised.listeners", "PLAINTEXT://" + address,
                "controller.listener.names", "CONTROLLER",
                "controller.quorum.voters", "1@127.0.0.1:" + controller,
                "log.dirs", data.resolve("log").toString(),
                "offsets.topic.replication.factor", "1",
                "offsets.topic.num.partitions", "1",
                "group.initial.rebalance.delay.ms", "0"));
        Path file = data.resolve("server.properties");
        try (var out = Files.newOutputStream(file)) {
            properties.store(out, null);
        }
        StorageTool.execute(
                new String[] {"format", "-t", Uuid.randomUuid().toString(), "-c", file.toString()}, System.err);
        new KafkaRaftServer(new KafkaConfig(properties), Time.SYSTEM).startup();
    }

    static int freePort() throws Exception {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
EOF
cat > expected <<'EOF'
classic: received [old 1, old 2, old 3, old 4, old 5] and [new 6, new 7, new 8]
consumer: received [old 1, old 2, old 3, old 4, old 5] and [new 6, new 7, new 8, new 1, new 2, new 3, new 4, new 5, new 6, new 7, new 8]
EOF
mkdir data
echo "Kafka $KAFKA, broker and consumers, on Java $(java -version 2>&1 | sed -n 's/.*version "\(.*\)".*/\1/p')"
echo "Expected: all records from new 1 to new 8, or an exception. Seen with each group protocol:"
java -cp 'lib/*' Experiment.java data > result 2> broker.log || { cat broker.log; exit 1; }
cat result
diff expected result > difference || { echo "This differs from the finding:"; cat difference; exit 1; }
