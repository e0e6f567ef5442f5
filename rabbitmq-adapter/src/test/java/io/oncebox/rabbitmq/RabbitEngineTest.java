// SPDX-License-Identifier: Apache-2.0
package io.oncebox.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.Envelope;
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
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Applications in a plain JVM with RabbitMQ. */
@Timeout(600)
class RabbitEngineTest {

    private static TestRabbit rabbit;

    private final List<String> handled = Collections.synchronizedList(new ArrayList<>());
    private final List<InboxMetadata> metadata = Collections.synchronizedList(new ArrayList<>());
    private final List<Oncebox> started = new ArrayList<>();
    private MemoryDatabase database;
    private String queue;

    @BeforeAll
    static void startBroker() throws Exception {
        rabbit = TestRabbit.shared();
    }

    @BeforeEach
    void open() {
        database = new MemoryDatabase();
        queue = rabbit.queue();
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
            rabbit.send(queue, Map.of("oncebox_id", "e-1"), null, "twice");
        }
        rabbit.send(queue, Map.of(), "m-1", "last");
        Await.until("the last", () -> handled.contains("last") && stored() == 0);
        assertThat(handled).containsExactlyInAnyOrder("twice", "last");
    }

    @Test
    void messagesThatTheDatabaseDoesNotStoreAreStoredLater() throws Exception {
        LogLines log = new LogLines();
        start(receiving());
        rabbit.send(queue, Map.of(), "m-1", "before");
        Await.until("the first", () -> handled.contains("before"));
        database.sql("ALTER TABLE oncebox_inbox_message RENAME TO gone");
        rabbit.send(queue, Map.of(), "m-2", "during");
        Await.until("the outage", () -> log.all().stream().anyMatch(line -> line.startsWith("OBX-1010")));
        database.sql("ALTER TABLE gone RENAME TO oncebox_inbox_message");
        Await.until("the second", () -> handled.contains("during") && stored() == 0);
        assertThat(handled).containsExactly("before", "during");
        log.close();
    }

    /** A quorum queue with a delivery limit drops a message that can't be stored, or moves it to a dead-letter queue. */
    @Test
    void hostileMessagesAreStoredOrMovedByTheBrokerAndHoldUpNoOther() throws Exception {
        String letters = rabbit.queue();
        queue = rabbit.queue(
                "limited-" + UUID.randomUUID(),
                Map.of(
                        "x-queue-type",
                        "quorum",
                        "x-delivery-limit",
                        3,
                        "x-dead-letter-exchange",
                        "",
                        "x-dead-letter-routing-key",
                        letters));
        start(receiving());
        Map<String, Object> wrongTypes = new HashMap<>();
        wrongTypes.put("bytes", new byte[] {(byte) 0xFF, (byte) 0xFE});
        wrongTypes.put("table", Map.of("a", List.of(1, 2)));
        wrongTypes.put("oncebox_key", List.of("k"));
        rabbit.send(queue, wrongTypes, "wrong-types", "wrong-types");
        Map<String, Object> many = new HashMap<>();
        for (int i = 0; i < 8_000; i++) {
            many.put("h" + i, (byte) 1);
        }
        rabbit.send(queue, many, "many", "many-headers");
        rabbit.send(queue, Map.of("h\0", "\0"), "nul", "nul");
        rabbit.send(queue, Map.of("cloudEvents_id", "x".repeat(100_000)), "long-id", "long-id");
        rabbit.send(queue, Map.of(), null, "no-id");
        rabbit.send(queue, Map.of(), "last", "last");
        Await.until("the last", () -> handled.contains("last") && stored() == 0);
        Await.until("all of them", () -> handled.size() + rabbit.ready(letters) == 6);
        assertThat(handled).contains("wrong-types", "last").doesNotContain("no-id");
        assertThat(rabbit.drain(letters)).extracting(Delivery::getBody).contains(TestEvents.bytes("no-id"));
    }

    @Test
    void refusedEventIsParkedAndOthersArePublished() throws Exception {
        Oncebox oncebox = start(builder(Map.of(
                "oncebox.relay.max-attempts",
                "1",
                "mp.messaging.outgoing.lost.destination",
                "rabbitmq:queue:no-" + queue)));
        MemoryDatabase.inTransaction(() -> oncebox.outbox().record("lost", "poison", OutboxMetadata.none()));
        record(oncebox, "fine", "k");
        Await.until("the parked event", () -> parked() == 1);
        Await.until("the other event", () -> rabbit.ready(queue) == 1);
        assertThat(oncebox.outboxAdmin()
                        .find(EventFilter.all().parked(), null, 10)
                        .events()
                        .get(0)
                        .error())
                .contains("OBX-0257")
                .contains("no-" + queue);
    }

    @Test
    void messageIsStoredByHandAndIdentified() throws Exception {
        Oncebox oncebox = start(builder(Map.of()).handle("arrivals", "billing", String.class, this::handle));
        Delivery received = new Delivery(
                new Envelope(1, false, "foreign", "k"),
                new BasicProperties.Builder()
                        .messageId("m-1")
                        .contentType("text/plain")
                        .build(),
                TestEvents.bytes("by hand"));
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
        Set<String> before = Set.copyOf(RabbitThreads.names());
        Oncebox oncebox = start(receiving());
        record(oncebox, "e", "k");
        Await.until("the event", () -> handled.contains("e"));
        assertThat(RabbitThreads.names()).anyMatch(name -> !before.contains(name));
        oncebox.close();
        Await.until("the end of the threads", () -> before.containsAll(RabbitThreads.names()));
    }

    @Test
    void wrongSettingsAreRefusedAtTheStart() {
        assertThatThrownBy(() -> start(builder(Map.of("oncebox.rabbitmq.address", "x"))))
                .hasMessageStartingWith("OBX-0006")
                .hasMessageContaining("Did you mean oncebox.rabbitmq.addresses?");
        assertThatThrownBy(() -> start(builder(Map.of("mp.messaging.outgoing.orders.destination", "rabbitmq:x"))))
                .hasMessageStartingWith("OBX-0254")
                .hasMessageContaining("mp.messaging.outgoing.orders.destination=x");
        assertThatThrownBy(() -> start(builder(Map.of("oncebox.rabbitmq.addresses", ""))))
                .hasMessageStartingWith("OBX-0253");
    }

    // ---- the application

    private OnceboxBuilder receiving() {
        return builder(Map.of("mp.messaging.incoming.arrivals.destination", "rabbitmq:queue:" + queue))
                .handle("arrivals", "billing", String.class, this::handle);
    }

    private OnceboxBuilder builder(Map<String, String> more) {
        Map<String, String> configuration = new HashMap<>(Map.of(
                "oncebox.schema",
                "create",
                "oncebox.relay.polling-interval",
                "PT0.05S",
                "oncebox.rabbitmq.addresses",
                rabbit.broker().address(),
                "mp.messaging.outgoing.orders.destination",
                "rabbitmq:queue:" + queue));
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
