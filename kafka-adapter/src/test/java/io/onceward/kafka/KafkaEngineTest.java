// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.InboxMetadata;
import io.onceward.fixture.Await;
import io.onceward.fixture.LogLines;
import io.onceward.fixture.MemoryDatabase;
import io.onceward.standalone.Onceward;
import io.onceward.standalone.OncewardBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Cases of Kafka alone, in an application in a plain JVM. {@link KafkaContractTest} has those of all brokers. */
@Timeout(120)
class KafkaEngineTest {

    private static TestCluster cluster;

    private final List<String> handled = Collections.synchronizedList(new ArrayList<>());
    private final List<Onceward> started = new ArrayList<>();
    private MemoryDatabase database;
    private String topic;

    @BeforeAll
    static void startBroker() throws Exception {
        cluster = TestCluster.shared();
    }

    @BeforeEach
    void open() throws Exception {
        database = new MemoryDatabase();
        topic = cluster.topic(2);
        cluster.topic(topic + ".dead-letter", 1, Map.of());
    }

    @AfterEach
    void close() {
        started.forEach(Onceward::close);
        database.close();
    }

    @Test
    void messageWithoutIdInATopicThatWasCreatedAgainIsHandled() throws Exception {
        topic = cluster.topic(1);
        cluster.topic(topic + ".dead-letter", 1, Map.of());
        Onceward onceward = start(receiving());
        cluster.send(message("before"));
        Await.until("the message before", () -> handled.contains("before") && stored() == 0);
        onceward.close();
        cluster.admin().deleteTopics(List.of(topic)).all().get(60, TimeUnit.SECONDS);
        cluster.topic(topic, 1, Map.of());
        Await.until("the deletion of the offsets", () -> cluster.committed("g-" + topic) == 0);
        cluster.send(message("after"));
        assertThat(cluster.records(topic).get(0).offset()).isZero();
        start(receiving());
        Await.until("the message afterwards", () -> handled.contains("after"));
    }

    @Test
    void messageThatTheDatabaseRefusesIsInTheDeadLetterTopicWithItsCause() throws Exception {
        try (LogLines log = new LogLines()) {
            start(receiving());
            database.sql("ALTER TABLE onceward_inbox_message ADD CHECK (OCTET_LENGTH(payload) < 100)");
            cluster.send(message("x".repeat(100)));
            cluster.send(message("last"));
            Await.until("the last", () -> handled.contains("last") && stored() == 0);
            assertThat(handled).containsExactly("last");
            // the others of a batch are stored first
            Await.until("the dead letter", () -> !cluster.records(topic + ".dead-letter")
                    .isEmpty());
            assertThat(cluster.records(topic + ".dead-letter")).singleElement().satisfies(letter -> assertThat(
                            TestEvents.header(letter, "onceward_deadletter_cause"))
                    .startsWith("OWD-"));
            Await.until("the log", () -> log.all().stream()
                    .anyMatch(line -> line.startsWith("OWD-1061")
                            && line.contains("OWD-0251")
                            && line.contains(topic + ".dead-letter")));
        }
    }

    private ProducerRecord<byte[], byte[]> message(String text) {
        return new ProducerRecord<>(topic, 0, TestEvents.bytes("k"), TestEvents.bytes(text));
    }

    @Test
    void wrongSettingsAreRefusedAtTheStart() {
        assertThatThrownBy(() -> start(builder(Map.of("onceward.kafka.client.linger.mss", "1"))))
                .hasMessageStartingWith("OWD-0006")
                .hasMessageContaining("Did you mean onceward.kafka.client.linger.ms?");
        assertThatThrownBy(() -> start(builder(Map.of("mp.messaging.outgoing.orders.destination", "kafka:a b"))))
                .hasMessageStartingWith("OWD-0242")
                .hasMessageContaining("mp.messaging.outgoing.orders.destination=a b");
        assertThatThrownBy(() -> start(builder(Map.of("onceward.kafka.client.acks", "1"))))
                .hasMessageStartingWith("OWD-0241");
        assertThatThrownBy(() -> start(builder(Map.of("mp.messaging.incoming.arrivals.destination", "kafka:x"))
                        .handle("arrivals", "billing", String.class, this::handle)))
                .hasMessageStartingWith("OWD-0243")
                .hasMessageContaining("mp.messaging.incoming.arrivals.consumer-group");
        assertThatThrownBy(() -> start(builder(Map.of("onceward.kafka.bootstrap-servers", ""))))
                .hasMessageStartingWith("OWD-0240");
    }

    /** Kafka divides the partitions between the two consumers. */
    @Test
    void channelsOfOneTopicAndGroupAreRefusedThoughTheirDeadLetterTopicsDiffer() {
        assertThatThrownBy(() -> start(twoChannels("g-" + topic)))
                .hasMessageStartingWith("OWD-0103")
                .hasMessageContaining("'arrivals' and 'returns'")
                .hasMessageContaining(topic);
        start(twoChannels("g-other"));
    }

    private OncewardBuilder twoChannels(String groupOfReturns) {
        return builder(Map.of(
                        "mp.messaging.incoming.arrivals.destination", "kafka:" + topic,
                        "mp.messaging.incoming.arrivals.consumer-group", "g-" + topic,
                        "mp.messaging.incoming.returns.destination", "kafka:" + topic,
                        "mp.messaging.incoming.returns.consumer-group", groupOfReturns,
                        "mp.messaging.incoming.returns.dead-letter-topic", "returns.dead"))
                .handle("arrivals", "billing", String.class, this::handle)
                .handle("returns", "shipping", String.class, this::handle);
    }

    // ---- the application

    private OncewardBuilder receiving() {
        return builder(Map.of(
                        "mp.messaging.incoming.arrivals.destination", "kafka:" + topic,
                        "mp.messaging.incoming.arrivals.consumer-group", "g-" + topic))
                .handle("arrivals", "billing", String.class, this::handle);
    }

    private OncewardBuilder builder(Map<String, String> more) {
        Map<String, String> configuration = new HashMap<>(Map.of(
                "onceward.schema",
                "create",
                "onceward.relay.polling-interval",
                "PT0.05S",
                "onceward.kafka.bootstrap-servers",
                cluster.broker().address(),
                "mp.messaging.outgoing.orders.destination",
                "kafka:" + topic));
        KafkaChannels.PATIENT.forEach((name, value) -> configuration.put("onceward.kafka.client." + name, value));
        configuration.putAll(more);
        return Onceward.builder()
                .transactionManager(database.transactionManager())
                .synchronizationRegistry(database.synchronizationRegistry())
                .dataSource(database.pool())
                .configuration(configuration);
    }

    private Onceward start(OncewardBuilder builder) {
        Onceward onceward = builder.start();
        started.add(onceward);
        return onceward;
    }

    private void handle(String payload, InboxMetadata received) {
        handled.add(payload);
    }

    private int stored() {
        return database.rows("onceward_inbox_message");
    }
}
