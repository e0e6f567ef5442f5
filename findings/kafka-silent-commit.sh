#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Kafka: a consumer receives five records and handles them for longer than max.poll.interval.ms. So another consumer of its group gets the
# partition and receives the same records. Then the first consumer calls commitSync().
# Expected: CommitFailedException, with both group protocols: the consumer has lost its partition, and nothing is committed.
# Seen: with the group protocol consumer, commitSync() returns normally, and nothing is committed. With classic, the default, it throws;
# with both it throws if it is given the offsets.
# Needs bash, a JDK 17 or newer, and Maven. Takes about a minute. Exits 0 if this is still so, and 1 if not.
set -euo pipefail

KAFKA=4.4.0
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
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Time;

/** Runs a broker in this process, and consumers of both group protocols. The argument is an empty folder. */
class Experiment {
    static String address;

    public static void main(String[] args) throws Exception {
        start(Path.of(args[0]));
        for (String protocol : List.of("classic", "consumer")) {
            for (boolean offsets : new boolean[] {false, true}) {
                run(protocol, offsets);
            }
        }
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    static void run(String protocol, boolean offsets) throws Exception {
        String topic = "orders-" + protocol + "-" + offsets;
        String group = "billing-" + protocol + "-" + offsets;
        Map<String, Object> settings = Map.of(
                "bootstrap.servers", address,
                "group.id", group,
                "group.protocol", protocol,
                "auto.offset.reset", "earliest",
                "enable.auto.commit", "false",
                "max.poll.interval.ms", "3000");
        try (var admin = Admin.create(Map.<String, Object>of("bootstrap.servers", address));
                var slow = new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer());
                var other = new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get();
            send(topic, "record", 5);
            slow.subscribe(List.of(topic));
            other.subscribe(List.of(topic));
            int first = receive(slow, 5).size();
            int second = receive(other, 5).size();
            String result = "returns";
            try {
                if (offsets) {
                    slow.commitSync(Map.of(new TopicPartition(topic, 0), new OffsetAndMetadata(5)));
                } else {
                    slow.commitSync();
                }
            } catch (CommitFailedException e) {
                result = "throws";
            }
            boolean committed =
                    !admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get().isEmpty();
            System.out.println(protocol + ": received " + first + " and " + second + ", commitSync(" + (offsets ? "offsets" : "") + ") "
                    + result + ", " + (committed ? "an offset" : "nothing") + " is committed");
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
classic: received 5 and 5, commitSync() throws, nothing is committed
classic: received 5 and 5, commitSync(offsets) throws, nothing is committed
consumer: received 5 and 5, commitSync() returns, nothing is committed
consumer: received 5 and 5, commitSync(offsets) throws, nothing is committed
EOF
mkdir data
echo "Kafka $KAFKA, broker and consumers, on Java $(java -version 2>&1 | sed -n 's/.*version "\(.*\)".*/\1/p')"
echo "Expected: each commit throws. Seen:"
java -cp 'lib/*' Experiment.java data > result 2> broker.log || { cat broker.log; exit 1; }
cat result
diff expected result > difference || { echo "This differs from the finding:"; cat difference; exit 1; }
