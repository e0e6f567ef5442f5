// SPDX-License-Identifier: Apache-2.0
package io.oncebox.kafka;

import io.oncebox.fixture.KafkaBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A broker of the tests, and what they do with it without the adapter. */
final class TestCluster implements AutoCloseable {

    private static TestCluster shared;

    private final KafkaBroker broker;
    private final Admin admin;

    private TestCluster(KafkaBroker broker) {
        this.broker = broker;
        admin = Admin.create(Map.of("bootstrap.servers", broker.address(), "client.id", "test-admin"));
    }

    /** Starts a broker. */
    static TestCluster start() throws IOException, InterruptedException {
        return new TestCluster(new KafkaBroker(
                        Path.of("..", "server-configs", "kafka"),
                        Files.createTempDirectory(Path.of("target"), "kafka"),
                        "authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer",
                        "allow.everyone.if.no.acl.found=true",
                        "super.users=User:admin")
                .start());
    }

    /** Returns a broker that no test stops. It ends with this process. */
    static synchronized TestCluster shared() throws IOException, InterruptedException {
        if (shared == null) {
            shared = start();
        }
        return shared;
    }

    KafkaBroker broker() {
        return broker;
    }

    Admin admin() {
        return admin;
    }

    /** Creates a topic, and returns its name. */
    String topic(int partitions) throws Exception {
        return topic("t-" + UUID.randomUUID(), partitions, Map.of());
    }

    String topic(String name, int partitions, Map<String, String> configuration) throws Exception {
        NewTopic topic = new NewTopic(name, partitions, (short) 1).configs(configuration);
        admin.createTopics(List.of(topic)).all().get(30, TimeUnit.SECONDS);
        return name;
    }

    void send(ProducerRecord<byte[], byte[]> message) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.address()), new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(message).get(30, TimeUnit.SECONDS);
        }
    }

    /** Returns all records of a topic, in the order of each partition. */
    List<ConsumerRecord<byte[], byte[]>> records(String topic) {
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", broker.address()),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
            }
            return records;
        }
    }

    /** Returns the sum of the committed offsets of a group. */
    long committed(String group) {
        try {
            Map<TopicPartition, OffsetAndMetadata> offsets = admin.listConsumerGroupOffsets(group)
                    .partitionsToOffsetAndMetadata()
                    .get(30, TimeUnit.SECONDS);
            return offsets.values().stream()
                    .mapToLong(OffsetAndMetadata::offset)
                    .sum();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
        broker.close();
    }
}
