// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.brokers;

import io.onceward.benchmarks.contestants.Event;
import io.onceward.fixture.KafkaBroker;
import io.onceward.standalone.OncewardBuilder;
import java.io.Closeable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.internals.AppInfoParser;

/** Kafka, with a new topic of six partitions for each slice. */
final class KafkaMeasured implements MeasuredBroker {

    private static final int PARTITIONS = 6;
    private static final Duration POLL = Duration.ofMillis(100);

    private final KafkaBroker broker;
    private final Admin admin;
    private KafkaConsumer<byte[], byte[]> counter;
    private String topic;
    private int topics;

    /** @param module the folder {@code server-configs/kafka}, which was built */
    KafkaMeasured(Path folder, Path module) throws Exception {
        broker = new KafkaBroker(module, Files.createDirectories(folder.resolve("kafka"))).start();
        admin = Admin.create(Map.of("bootstrap.servers", broker.address()));
    }

    @Override
    public String about() {
        return "Kafka " + AppInfoParser.getVersion() + ", one broker, " + PARTITIONS + " partitions, acks=all";
    }

    String address() {
        return broker.address();
    }

    /** Returns the topic since the last {@link #renew}. */
    String topic() {
        return topic;
    }

    void createTopic(String name) throws Exception {
        admin.createTopics(List.of(new NewTopic(name, PARTITIONS, (short) 1)))
                .all()
                .get();
    }

    @Override
    public long pid() {
        return broker.process().pid();
    }

    @Override
    public OncewardBuilder connect(OncewardBuilder builder) {
        return builder;
    }

    @Override
    public Map<String, String> configuration() {
        return Map.of(
                "onceward.kafka.bootstrap-servers",
                broker.address(),
                "mp.messaging.outgoing.orders.destination",
                "kafka:" + topic);
    }

    @Override
    public void renew() throws Exception {
        if (counter != null) {
            counter.close();
            admin.deleteTopics(List.of(topic)).all().get();
        }
        topic = "orders-" + topics++;
        createTopic(topic);
        counter = new KafkaConsumer<>(
                Map.of("bootstrap.servers", broker.address()),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        counter.endOffsets(partitions()); // the metadata are there
    }

    private List<TopicPartition> partitions() {
        return IntStream.range(0, PARTITIONS)
                .mapToObj(number -> new TopicPartition(topic, number))
                .toList();
    }

    /** With the settings of the adapter, but for those that keep the order after a failure. */
    @Override
    public Sender sender() {
        KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.address(), "acks", "all", "linger.ms", 0, "batch.size", 64 << 10),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        return new Sender() {
            @Override
            public void send(List<Event> batch) throws Exception {
                List<Future<RecordMetadata>> confirmations = new ArrayList<>(batch.size());
                for (Event event : batch) {
                    confirmations.add(producer.send(new ProducerRecord<>(
                            topic,
                            event.key().getBytes(StandardCharsets.UTF_8),
                            event.payload().getBytes(StandardCharsets.UTF_8))));
                }
                for (Future<RecordMetadata> each : confirmations) {
                    each.get();
                }
            }

            @Override
            public void close() {
                producer.close();
            }
        };
    }

    @Override
    public long count() {
        return counter.endOffsets(partitions()).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    @Override
    public Closeable receive(Consumer<String> payloads) {
        KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", broker.address(), "fetch.max.wait.ms", 100),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        consumer.assign(partitions());
        consumer.seekToBeginning(partitions());
        AtomicBoolean ended = new AtomicBoolean();
        Thread thread = new Thread(
                () -> {
                    while (!ended.get()) {
                        consumer.poll(POLL)
                                .forEach(each -> payloads.accept(new String(each.value(), StandardCharsets.UTF_8)));
                    }
                    consumer.close();
                },
                "receiver");
        thread.start();
        return () -> {
            ended.set(true);
            Closing.close(thread::join);
        };
    }

    @Override
    public void close() {
        if (counter != null) {
            counter.close();
        }
        admin.close(Duration.ZERO);
        broker.close();
    }
}
