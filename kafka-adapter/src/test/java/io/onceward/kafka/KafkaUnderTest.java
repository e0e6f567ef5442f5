// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import io.onceward.contract.HostileMessage;
import io.onceward.contract.TwoWayBroker;
import io.onceward.fixture.BrokerServer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Kafka, with two partitions for each topic. */
final class KafkaUnderTest implements TwoWayBroker {

    private static final String SCHEME = "kafka:";
    private static final String CLIENT = "onceward.kafka.client.";
    private static final String DEAD_LETTERS = ".dead-letter";

    /** The default limit of client and broker is 1 MiB. */
    private static final int TOO_LARGE = 1_100_000;

    private final TestCluster cluster;
    private final Map<String, String> clients;

    KafkaUnderTest(TestCluster cluster) {
        this(cluster, Map.of());
    }

    /** @param clients further settings of the clients, without the prefix of their keys */
    KafkaUnderTest(TestCluster cluster, Map<String, String> clients) {
        this.cluster = cluster;
        this.clients = clients;
    }

    @Override
    public Map<String, String> configuration() {
        Map<String, String> configuration = new HashMap<>(Map.of(
                "onceward.kafka.bootstrap-servers",
                cluster.broker().address(),
                CLIENT + "max.block.ms",
                "3000",
                CLIENT + "request.timeout.ms",
                "4000",
                CLIENT + "delivery.timeout.ms",
                "5000"));
        clients.forEach((name, value) -> configuration.put(CLIENT + name, value));
        return configuration;
    }

    @Override
    public String newDestination() {
        return SCHEME + "t-" + UUID.randomUUID();
    }

    private static String topic(String destination) {
        return destination.substring(SCHEME.length());
    }

    @Override
    public String causeOfRefusal(String destination) {
        return "OWD-0245";
    }

    @Override
    public void create(String destination) throws Exception {
        cluster.topic(topic(destination), 2, Map.of());
        cluster.topic(topic(destination) + DEAD_LETTERS, 1, Map.of());
    }

    @Override
    public List<String> take(String destination) {
        return cluster.records(topic(destination)).stream()
                .map(each -> new String(each.value(), StandardCharsets.UTF_8))
                .toList();
    }

    @Override
    public Optional<TooLarge> tooLarge() {
        return Optional.of(new TooLarge(TOO_LARGE, "OWD-0247"));
    }

    @Override
    public Map<String, String> incoming(String destination) {
        return Map.of("destination", destination, "consumer-group", "g-" + topic(destination));
    }

    @Override
    public void send(String destination, String id, String key, String text) throws Exception {
        ProducerRecord<byte[], byte[]> message =
                new ProducerRecord<>(topic(destination), TestEvents.bytes(key), TestEvents.bytes(text));
        message.headers().add("onceward_id", TestEvents.bytes(id));
        cluster.send(message);
    }

    @Override
    public Object received(String id, String text) {
        ConsumerRecord<String, String> received = new ConsumerRecord<>("foreign", 0, 7, "k", text);
        received.headers().add("onceward_id", TestEvents.bytes(id));
        return received;
    }

    @Override
    public void sendUnreadable(String destination, String body) throws Exception {
        ProducerRecord<byte[], byte[]> message = new ProducerRecord<>(topic(destination), TestEvents.bytes(body));
        message.headers().add("content-type", TestEvents.bytes("application/cloudevents+json"));
        cluster.send(message);
    }

    private HostileMessage hostile(String text, Consumer<ProducerRecord<byte[], byte[]>> change) {
        return new HostileMessage(text, destination -> {
            ProducerRecord<byte[], byte[]> message =
                    new ProducerRecord<>(topic(destination), TestEvents.bytes("k"), TestEvents.bytes(text));
            change.accept(message);
            cluster.send(message);
        });
    }

    @Override
    public List<HostileMessage> hostileMessages() {
        return List.of(
                hostile("bad UTF-8", message -> message.headers().add("h", new byte[] {(byte) 0xFF, (byte) 0xFE})),
                hostile("bad UTF-8 in the id", message -> message.headers()
                        .add("onceward_id", new byte[] {(byte) 0xFF, (byte) 0xFE})),
                hostile("many headers", message -> {
                    for (int i = 0; i < 10_000; i++) {
                        message.headers().add("h" + i, TestEvents.bytes("v"));
                    }
                }),
                hostile("NUL", message -> message.headers().add("h\0", TestEvents.bytes("\0"))),
                hostile("header without a value", message -> message.headers().add("onceward_id", null)),
                hostile("no CloudEvent", message -> message.headers()
                        .add("content-type", TestEvents.bytes("application/cloudevents+json"))),
                hostile("long id", message -> message.headers()
                        .add("onceward_id", TestEvents.bytes("x".repeat(100_000)))),
                hostile("no id", message -> {}));
    }

    @Override
    public int setAside(String destination) {
        return cluster.records(topic(destination) + DEAD_LETTERS).size();
    }

    @Override
    public BrokerServer server() {
        return cluster.broker();
    }

    @Override
    public boolean isOfClient(Thread thread) {
        return thread.getName().startsWith("kafka-");
    }
}
