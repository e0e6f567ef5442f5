// SPDX-License-Identifier: Apache-2.0
package io.oncebox.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncebox.api.EventFilter;
import io.oncebox.api.OutboxMetadata;
import io.oncebox.fixture.ActiveMqBroker;
import io.oncebox.fixture.Await;
import io.oncebox.fixture.BrokerQueue;
import io.oncebox.fixture.LogLines;
import io.oncebox.fixture.MemoryDatabase;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Publishes to ActiveMQ Classic and receives from it, with a real transaction manager, pool and database, and no container. */
class ActiveMqTest {

    @TempDir
    private static Path folder;

    private static ActiveMqBroker broker;

    private final String queue = "q-" + UUID.randomUUID();
    private final List<String> handled = Collections.synchronizedList(new ArrayList<>());
    private MemoryDatabase database;
    private Oncebox oncebox;
    private volatile String fails = "nothing";

    @BeforeAll
    static void startBroker() throws Exception {
        broker = new ActiveMqBroker(Path.of("..", "server-configs", "activemq").toAbsolutePath(), folder).start();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void open() throws Exception {
        database = new MemoryDatabase();
        database.sql("CREATE TABLE business (id VARCHAR(50))");
    }

    @AfterEach
    void close() {
        if (oncebox != null) {
            oncebox.close();
        }
        database.close();
    }

    private static ConnectionFactory connections() {
        return new ActiveMQConnectionFactory(broker.address());
    }

    private BrokerQueue queue() {
        return new BrokerQueue(connections(), queue);
    }

    private OnceboxBuilder builder(Map<String, String> more) {
        Map<String, String> configuration = new HashMap<>(Map.of(
                "oncebox.schema", "create",
                "oncebox.relay.polling-interval", "PT0.05S",
                "mp.messaging.outgoing.orders.destination", "queue:" + queue));
        configuration.putAll(more);
        return Builders.on(database).connectionFactory(connections()).configuration(configuration);
    }

    private void receive() throws Exception {
        oncebox = builder(Map.of(
                        "mp.messaging.incoming.orders.destination", "queue:" + queue,
                        "mp.messaging.incoming.orders.max-attempts", "2",
                        "mp.messaging.incoming.orders.retry-delay", "PT0.05S"))
                .handle("orders", "billing", String.class, (payload, received) -> handle(payload))
                .start();
    }

    private void handle(String payload) {
        if (payload.equals(fails)) {
            throw new IllegalStateException("billing does not like it");
        }
        database.sql("INSERT INTO business VALUES ('" + payload + "')");
        handled.add(payload);
    }

    private void recordAll(List<String> payloads, String key) throws Exception {
        for (String payload : payloads) {
            MemoryDatabase.inTransaction(() -> oncebox.outbox()
                    .record("orders", payload, OutboxMetadata.none().withKey(key)));
        }
    }

    @Test
    void committedEventArrivesWithItsProperties() throws Exception {
        oncebox = builder(Map.of()).start();
        String id = MemoryDatabase.inTransaction(() -> oncebox.outbox()
                .record("orders", "hello", OutboxMetadata.none().withKey("k1").withHeader("tenant", "acme")));
        Message message = queue().receive();
        assertThat(((TextMessage) message).getText()).isEqualTo("hello");
        assertThat(message.getStringProperty("oncebox_id")).isEqualTo(id);
        assertThat(message.getStringProperty("JMSXGroupID")).isEqualTo("k1");
        assertThat(message.getStringProperty("tenant")).isEqualTo("acme");
        Await.until(() -> database.rows("oncebox_outbox") == 0);
    }

    @Test
    void eventsOfAKeyAreHandledInTheirOrderOnce() throws Exception {
        receive();
        List<String> payloads = IntStream.range(0, 1000).mapToObj(i -> "p" + i).toList();
        recordAll(payloads, "k1");
        Await.until(() -> handled.size() == payloads.size());
        assertThat(handled).containsExactlyElementsOf(payloads);
        Await.until(() -> queue().size() == 0 && database.rows("oncebox_inbox_message") == 0);
    }

    @Test
    void duplicateIsDroppedByTheInbox() throws Exception {
        receive();
        for (int i = 0; i < 3; i++) {
            String text = "copy " + i;
            queue().send(session -> {
                TextMessage message = session.createTextMessage(text);
                message.setStringProperty("oncebox_id", "the-same");
                return message;
            });
        }
        Await.until(() -> queue().size() == 0 && database.rows("oncebox_inbox_message") == 0 && !handled.isEmpty());
        assertThat(handled).containsExactly("copy 0");
        assertThat(database.rows("business")).isEqualTo(1);
    }

    @Test
    void poisonMessageIsParkedAndCanBeRequeued() throws Exception {
        fails = "bad";
        receive();
        recordAll(List.of("bad"), "k1");
        recordAll(List.of("good"), "k2");
        Await.until(() -> oncebox.inboxAdmin()
                        .find(EventFilter.all().parked(), null, 10)
                        .events()
                        .size()
                == 1);
        fails = "nothing";
        oncebox.inboxAdmin().requeue(EventFilter.all().withQueue("billing"), "me");
        Await.until(() -> handled.size() == 2);
        assertThat(handled).containsExactlyInAnyOrder("good", "bad");
    }

    /** The broker delivers a message again whose receipt was rolled back. */
    @Test
    void messageThatCannotBeStoredIsDeliveredAgain() throws Exception {
        try (LogLines log = new LogLines()) {
            receive();
            database.sql("ALTER TABLE oncebox_inbox_message RENAME TO elsewhere");
            queue().send(session -> session.createTextMessage("kept"));
            Await.until(() -> log.all().stream().anyMatch(line -> line.contains("elsewhere") || line.contains("OBX-")));
            assertThat(handled).isEmpty();
            database.sql("ALTER TABLE elsewhere RENAME TO oncebox_inbox_message");
            Await.until(() -> handled.contains("kept"));
            Await.until(() -> queue().size() == 0);
            assertThat(handled).containsExactly("kept");
        }
    }

    @Test
    void nothingIsLostOrDoubledIfTheBrokerIsKilled() throws Exception {
        receive();
        List<String> payloads = IntStream.range(0, 600).mapToObj(i -> "p" + i).toList();
        recordAll(payloads.subList(0, 300), "k1");
        Await.until(() -> !handled.isEmpty());
        broker.kill();
        recordAll(payloads.subList(300, 600), "k1");
        assertThat(database.rows("oncebox_outbox")).isGreaterThanOrEqualTo(300);
        broker.start();
        Await.until(() -> database.rows("oncebox_outbox") == 0 && database.rows("business") == payloads.size());
        assertThat(handled).containsExactlyElementsOf(payloads);
    }
}
