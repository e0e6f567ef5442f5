// SPDX-License-Identifier: Apache-2.0
package io.oncebox.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncebox.api.EventFilter;
import io.oncebox.api.InboxMetadata;
import io.oncebox.api.OutboxMetadata;
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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Applications in a plain JVM with Kafka. */
@Timeout(900)
class KafkaEngineTest {

    private static TestCluster cluster;

    private final List<String> handled = Collections.synchronizedList(new ArrayList<>());
    private final List<InboxMetadata> metadata = Collections.synchronizedList(new ArrayList<>());
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
    void committedEventsReachTheirHandlersOnceAndInOrder() throws Exception {
        Oncebox oncebox = start(receiving());
        for (int i = 0; i < 100; i++) {
            record(oncebox, "e" + i, "k" + i % 3);
        }
        Await.until("all of them", () -> handled.size() >= 100 && stored() == 0);
        assertThat(handled).hasSize(100);
        for (int key = 0; key < 3; key++) {
            int remainder = key;
            assertThat(handled.stream()
                            .filter(text -> Integer.parseInt(text.substring(1)) % 3 == remainder)
                            .toList())
                    .isEqualTo(IntStream.range(0, 100)
                            .filter(i -> i % 3 == remainder)
                            .mapToObj(i -> "e" + i)
                            .toList());
        }
        assertThat(metadata.get(0).headers()).containsEntry("tenant", "acme");
        assertThat(metadata.get(0).type()).isEqualTo("orders");
    }

    @Test
    void eventThatIsPublishedTwiceIsHandledOnce() throws Exception {
        start(receiving());
        for (int i = 0; i < 3; i++) {
            ProducerRecord<byte[], byte[]> twice = new ProducerRecord<>(topic, i % 2, null, TestEvents.bytes("twice"));
            twice.headers().add("oncebox_id", TestEvents.bytes("e-1"));
            cluster.send(twice);
        }
        cluster.send(new ProducerRecord<>(topic, 0, null, TestEvents.bytes("last")));
        cluster.send(new ProducerRecord<>(topic, 1, null, TestEvents.bytes("last")));
        Await.until("the last", () -> Collections.frequency(handled, "last") == 2 && stored() == 0);
        assertThat(handled).containsExactlyInAnyOrder("twice", "last", "last");
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
    void hostileMessagesAreStoredOrSetAsideAndHoldUpNoOther() throws Exception {
        try (LogLines log = new LogLines()) {
            start(receiving());
            ProducerRecord<byte[], byte[]> notUtf8 = message("bad-header");
            notUtf8.headers().add("h", new byte[] {(byte) 0xFF, (byte) 0xFE});
            cluster.send(notUtf8);
            ProducerRecord<byte[], byte[]> many = message("many-headers");
            for (int i = 0; i < 10_000; i++) {
                many.headers().add("h" + i, TestEvents.bytes("v"));
            }
            cluster.send(many);
            ProducerRecord<byte[], byte[]> nul = message("nul");
            nul.headers().add("h\0", TestEvents.bytes("\0"));
            cluster.send(nul);
            ProducerRecord<byte[], byte[]> broken = message("broken");
            broken.headers().add("content-type", TestEvents.bytes("application/cloudevents+json"));
            cluster.send(broken);
            ProducerRecord<byte[], byte[]> longId = message("long-id");
            longId.headers().add("oncebox_id", TestEvents.bytes("x".repeat(100_000)));
            cluster.send(longId);
            cluster.send(message("last"));
            Await.until("the last", () -> handled.contains("last") && stored() == 0);
            int letters = cluster.records(topic + ".dead-letter").size();
            assertThat(handled).doesNotContain("broken").contains("bad-header", "many-headers");
            assertThat(letters + handled.size()).isEqualTo(6);
            assertThat(TestEvents.header(cluster.records(topic + ".dead-letter").get(0), "oncebox_deadletter_cause"))
                    .startsWith("OBX-");
            assertThat(log.all())
                    .anyMatch(line -> line.startsWith("OBX-1061")
                            && line.contains("OBX-0251")
                            && line.contains(topic + ".dead-letter"));
        }
    }

    private ProducerRecord<byte[], byte[]> message(String text) {
        return new ProducerRecord<>(topic, 0, TestEvents.bytes("k"), TestEvents.bytes(text));
    }

    @Test
    void nodesOfAnApplicationShareThePartitionsAndStoreEachMessageOnce() throws Exception {
        Oncebox first = start(receiving());
        Oncebox second = start(receiving());
        for (int i = 0; i < 60; i++) {
            record(first, "a" + i, "k" + i);
        }
        Await.until("the first ones", () -> handled.size() >= 60);
        second.close();
        for (int i = 0; i < 60; i++) {
            record(first, "b" + i, "k" + i);
        }
        Await.until("the others", () -> handled.size() >= 120 && stored() == 0);
        assertThat(handled).hasSize(120).doesNotHaveDuplicates();
    }

    @Test
    void refusedEventIsParkedAndHoldsUpNoOther() throws Exception {
        Oncebox oncebox = start(builder(Map.of(
                "oncebox.relay.max-attempts", "1",
                "oncebox.kafka.client.max.block.ms", "1500",
                "mp.messaging.outgoing.lost.destination", "kafka:no-" + topic)));
        MemoryDatabase.inTransaction(() -> oncebox.outbox().record("lost", "poison", OutboxMetadata.none()));
        record(oncebox, "fine", "k");
        Await.until("the parked event", () -> parked() == 1);
        Await.until("the other event", () -> !cluster.records(topic).isEmpty());
        assertThat(oncebox.outboxAdmin()
                        .find(EventFilter.all().parked(), null, 10)
                        .events()
                        .get(0)
                        .error())
                .contains("OBX-0245")
                .contains("no-" + topic);
    }

    @Test
    void messageIsStoredByHandAndIdentified() throws Exception {
        Oncebox oncebox = start(builder(Map.of()).handle("arrivals", "billing", String.class, this::handle));
        ConsumerRecord<String, String> received = new ConsumerRecord<>("foreign", 0, 7, "k", "by hand");
        received.headers().add("oncebox_id", TestEvents.bytes("e-1"));
        oncebox.inbox().store("arrivals", received);
        oncebox.inbox().store("arrivals", received);
        Await.until("the message", () -> handled.contains("by hand") && stored() == 0);
        assertThat(handled).containsExactly("by hand");
        AtomicInteger runs = new AtomicInteger();
        assertThat(oncebox.once("call", received, runs::incrementAndGet)).isTrue();
        assertThat(oncebox.once("call", received, runs::incrementAndGet)).isFalse();
        assertThat(runs).hasValue(1);
    }

    @Test
    void stoppedApplicationLeavesNoThread() throws Exception {
        List<String> before = KafkaThreads.names();
        Oncebox oncebox = start(receiving());
        record(oncebox, "e", "k");
        Await.until("the event", () -> handled.contains("e"));
        assertThat(KafkaThreads.names()).anyMatch(name -> !before.contains(name));
        oncebox.close();
        Await.until("the end of the threads", () -> before.containsAll(KafkaThreads.names()));
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
        metadata.add(received);
        handled.add(payload);
    }

    private static void record(Oncebox oncebox, String payload, String key) throws Exception {
        OutboxMetadata with = OutboxMetadata.none().withKey(key).withHeader("tenant", "acme");
        MemoryDatabase.inTransaction(() -> oncebox.outbox().record("orders", payload, with));
    }

    private int stored() {
        return database.rows("oncebox_inbox_message");
    }

    private int parked() {
        return database.number("SELECT COUNT(*) FROM oncebox_outbox WHERE state = 'PARKED'");
    }
}
