// SPDX-License-Identifier: Apache-2.0
package io.oncebox.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncebox.api.InboxMetadata;
import io.oncebox.fixture.Await;
import io.oncebox.fixture.LogLines;
import io.oncebox.fixture.MemoryDatabase;
import io.oncebox.standalone.Oncebox;
import io.oncebox.standalone.OnceboxBuilder;
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
@Timeout(900)
class KafkaEngineTest {

    private static TestCluster cluster;

    private final List<String> handled = Collections.synchronizedList(new ArrayList<>());
    private final List<Oncebox> started = new ArrayList<>();
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
        started.forEach(Oncebox::close);
        database.close();
    }

    @Test
    void messageWithoutIdInATopicThatWasCreatedAgainIsHandled() throws Exception {
        topic = cluster.topic(1);
        cluster.topic(topic + ".dead-letter", 1, Map.of());
        Oncebox oncebox = start(receiving());
        cluster.send(message("before"));
        Await.until("the message before", () -> handled.contains("before") && stored() == 0);
        oncebox.close();
        cluster.admin().deleteTopics(List.of(topic)).all().get(120, TimeUnit.SECONDS);
        cluster.topic(topic, 1, Map.of());
        Await.until("the deletion of the offsets", () -> cluster.committed("g-" + topic) == 0);
        cluster.send(message("after"));
        assertThat(cluster.records(topic).get(0).offset()).isZero();
        start(receiving());
        Await.until("the message afterwards", () -> handled.contains("after"));
    }

    @Test
    void messageThatCanNotBeReadIsInTheDeadLetterTopicWithItsCause() throws Exception {
        try (LogLines log = new LogLines()) {
            start(receiving());
            ProducerRecord<byte[], byte[]> broken = message("broken");
            broken.headers().add("content-type", TestEvents.bytes("application/cloudevents+json"));
            cluster.send(broken);
            cluster.send(message("last"));
            Await.until("the last", () -> handled.contains("last") && stored() == 0);
            assertThat(handled).containsExactly("last");
            // the others of a batch are stored first
            Await.until("the dead letter", () -> !cluster.records(topic + ".dead-letter")
                    .isEmpty());
            assertThat(cluster.records(topic + ".dead-letter")).singleElement().satisfies(letter -> assertThat(
                            TestEvents.header(letter, "oncebox_deadletter_cause"))
                    .startsWith("OBX-"));
            Await.until("the log", () -> log.all().stream()
                    .anyMatch(line -> line.startsWith("OBX-1061")
                            && line.contains("OBX-0251")
                            && line.contains(topic + ".dead-letter")));
        }
    }

    private ProducerRecord<byte[], byte[]> message(String text) {
        return new ProducerRecord<>(topic, 0, TestEvents.bytes("k"), TestEvents.bytes(text));
    }

    @Test
    void wrongSettingsAreRefusedAtTheStart() {
        assertThatThrownBy(() -> start(builder(Map.of("oncebox.kafka.client.linger.mss", "1"))))
                .hasMessageStartingWith("OBX-0006")
                .hasMessageContaining("Did you mean oncebox.kafka.client.linger.ms?");
        assertThatThrownBy(() -> start(builder(Map.of("mp.messaging.outgoing.orders.destination", "kafka:a b"))))
                .hasMessageStartingWith("OBX-0242")
                .hasMessageContaining("mp.messaging.outgoing.orders.destination=a b");
        assertThatThrownBy(() -> start(builder(Map.of("oncebox.kafka.client.acks", "1"))))
                .hasMessageStartingWith("OBX-0241");
        assertThatThrownBy(() -> start(builder(Map.of("mp.messaging.incoming.arrivals.destination", "kafka:x"))
                        .handle("arrivals", "billing", String.class, this::handle)))
                .hasMessageStartingWith("OBX-0243")
                .hasMessageContaining("mp.messaging.incoming.arrivals.consumer-group");
        assertThatThrownBy(() -> start(builder(Map.of("oncebox.kafka.bootstrap-servers", ""))))
                .hasMessageStartingWith("OBX-0240");
    }

    // ---- the application

    private OnceboxBuilder receiving() {
        return builder(Map.of(
                        "mp.messaging.incoming.arrivals.destination", "kafka:" + topic,
                        "mp.messaging.incoming.arrivals.consumer-group", "g-" + topic))
                .handle("arrivals", "billing", String.class, this::handle);
    }

    private OnceboxBuilder builder(Map<String, String> more) {
        Map<String, String> configuration = new HashMap<>(Map.of(
                "oncebox.schema",
                "create",
                "oncebox.relay.polling-interval",
                "PT0.05S",
                "oncebox.kafka.bootstrap-servers",
                cluster.broker().address(),
                "mp.messaging.outgoing.orders.destination",
                "kafka:" + topic));
        KafkaChannels.PATIENT.forEach((name, value) -> configuration.put("oncebox.kafka.client." + name, value));
        configuration.putAll(more);
        return Oncebox.builder()
                .transactionManager(database.transactionManager())
                .synchronizationRegistry(database.synchronizationRegistry())
                .dataSource(database.pool())
                .configuration(configuration);
    }

    private Oncebox start(OnceboxBuilder builder) {
        Oncebox oncebox = builder.start();
        started.add(oncebox);
        return oncebox;
    }

    private void handle(String payload, InboxMetadata received) {
        handled.add(payload);
    }

    private int stored() {
        return database.rows("oncebox_inbox_message");
    }
}
