// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import io.onceward.fixture.Await;
import io.onceward.fixture.KafkaBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A broker of the tests, and what they do with it without the adapter. */
final class TestCluster implements AutoCloseable {

    private static final int LIMIT_MILLIS = 120_000;

    private static final int PORTS_TRIED = 5;

    private static TestCluster shared;

    private final KafkaBroker broker;
    private final Admin admin;

    private TestCluster(KafkaBroker broker) {
        this.broker = broker;
        admin = Admin.create(Map.of(
                "bootstrap.servers",
                broker.address(),
                "client.id",
                "test-admin",
                "request.timeout.ms",
                LIMIT_MILLIS,
                "default.api.timeout.ms",
                LIMIT_MILLIS));
    }

    /** Starts a broker, on other ports if another process has taken its ports meanwhile. */
    static TestCluster start(String... properties) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of(
                "authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer",
                "allow.everyone.if.no.acl.found=true",
                "super.users=User:admin"));
        all.addAll(List.of(properties));
        for (int attempt = 1; ; attempt++) {
            KafkaBroker broker = new KafkaBroker(
                    Path.of("..", "server-configs", "kafka"),
                    Files.createTempDirectory(Path.of("target"), "kafka"),
                    all.toArray(new String[0]));
            try {
                return new TestCluster(broker.start());
            } catch (IllegalStateException e) {
                if (attempt == PORTS_TRIED || !e.getMessage().contains("Address already in use")) {
                    throw e;
                }
            }
        }
    }

    /** Returns a broker that no test stops. It ends with this process. */
    static synchronized TestCluster shared() throws IOException, InterruptedException {
        if (shared == null) {
            shared = start("broker.session.timeout.ms=120000"); // no restart needs the end of a session
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
        Await.until("topic " + name, () -> creates(topic));
        return name;
    }

    /** Returns when the clients know the topic; false if the broker has not joined its cluster again. */
    private boolean creates(NewTopic topic) {
        try {
            Uuid id = admin.createTopics(List.of(topic)).topicId(topic.name()).get(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
            Await.until("topic " + topic.name() + " in the metadata", () -> isKnown(topic.name(), id));
            return true;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof InvalidReplicationFactorException) {
                return false;
            }
            throw new IllegalStateException(e);
        } catch (InterruptedException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    private boolean isKnown(String name, Uuid id) {
        try {
            TopicDescription known = admin.describeTopics(List.of(name))
                    .allTopicNames()
                    .get(LIMIT_MILLIS, TimeUnit.MILLISECONDS)
                    .get(name);
            return known.topicId().equals(id)
                    && known.partitions().stream().allMatch(partition -> partition.leader() != null);
        } catch (ExecutionException e) {
            return false;
        } catch (InterruptedException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    void send(ProducerRecord<byte[], byte[]> message) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.address()), new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(message).get(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /** Returns all records of a topic, in the order of each partition. */
    List<ConsumerRecord<byte[], byte[]>> records(String topic) {
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", broker.address(), "default.api.timeout.ms", LIMIT_MILLIS),
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

    /** Returns whether a group exists and has no members. */
    boolean isEmpty(String group) {
        try {
            return admin.describeConsumerGroups(List.of(group))
                    .describedGroups()
                    .get(group)
                    .get(LIMIT_MILLIS, TimeUnit.MILLISECONDS)
                    .members()
                    .isEmpty();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the sum of the committed offsets of a group. */
    long committed(String group) {
        try {
            Map<TopicPartition, OffsetAndMetadata> offsets = admin.listConsumerGroupOffsets(group)
                    .partitionsToOffsetAndMetadata()
                    .get(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
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
