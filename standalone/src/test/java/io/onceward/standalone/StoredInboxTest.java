// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.EventFilter;
import io.onceward.api.InboxAdmin;
import io.onceward.api.InboxMetadata;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.ArtemisBroker;
import io.onceward.fixture.Await;
import io.onceward.fixture.BrokerQueue;
import io.onceward.fixture.MemoryDatabase;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.io.ByteArrayOutputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages of a real broker, stored and handled without a container. */
class StoredInboxTest {

    @TempDir
    private static Path folder;

    private static ArtemisBroker broker;

    private String queue = "q-" + UUID.randomUUID();
    private final List<Object> handled = Collections.synchronizedList(new ArrayList<>());
    private final List<InboxMetadata> metadata = Collections.synchronizedList(new ArrayList<>());
    private MemoryDatabase database;
    private Onceward onceward;
    private volatile String fails = "nothing";

    /** The class that JSON payloads are decoded to. */
    public record Order(int id, String customer) {}

    @BeforeAll
    static void startBroker() throws Exception {
        broker = new ArtemisBroker(folder)
                .configure(configuration -> configuration
                        .addAddressSetting("#", new AddressSettings().setMaxDeliveryAttempts(3))
                        .addAddressSetting(
                                "delayed.#",
                                new AddressSettings().setMaxDeliveryAttempts(3).setRedeliveryDelay(500)))
                .start();
    }

    @AfterAll
    static void stopBroker() throws Exception {
        broker.close();
    }

    @BeforeEach
    void open() throws Exception {
        database = new MemoryDatabase();
    }

    @AfterEach
    void close() {
        if (onceward != null) {
            onceward.close();
        }
        database.close();
    }

    private OncewardBuilder builder(Map<String, String> more) {
        Map<String, String> configuration = new HashMap<>(Map.of(
                "onceward.schema", "create",
                "onceward.relay.polling-interval", "PT0.05S",
                "mp.messaging.incoming.orders.max-attempts", "2",
                "mp.messaging.incoming.orders.retry-delay", "PT0.05S",
                "mp.messaging.outgoing.orders.destination", "queue:" + queue));
        configuration.putAll(more);
        return Builders.on(database)
                .connectionFactory(broker.connectionFactory())
                .configuration(configuration);
    }

    private <T> void receive(Class<T> type) {
        onceward = builder(Map.of("mp.messaging.incoming.orders.destination", "queue:" + queue))
                .handle("orders", "billing", type, this::handle)
                .start();
    }

    private void handle(Object payload, InboxMetadata received) {
        if (String.valueOf(payload).startsWith(fails)) {
            throw new IllegalStateException("billing does not like it");
        }
        metadata.add(received);
        handled.add(payload);
    }

    @Test
    void eventOfAnOutboxBecomesAnObjectAgain() throws Exception {
        receive(Order.class);
        OutboxMetadata sent = OutboxMetadata.none()
                .withId("id-1")
                .withKey("k1")
                .withType("OrderPlaced")
                .withHeader("tenant", "acme");
        MemoryDatabase.inTransaction(() -> onceward.outbox().record("orders", new Order(7, "Müller"), sent));
        Await.until(() -> handled.size() == 1);
        assertThat(handled).containsExactly(new Order(7, "Müller"));
        assertThat(metadata)
                .singleElement()
                .returns("id-1", InboxMetadata::id)
                .returns("orders", InboxMetadata::channel)
                .returns("k1", InboxMetadata::key)
                .returns("OrderPlaced", InboxMetadata::type)
                .returns("application/json", InboxMetadata::contentType)
                .returns(Map.of("tenant", "acme"), InboxMetadata::headers);
        Await.until(() -> database.rows("onceward_inbox_message") == 0 && database.rows("onceward_outbox") == 0);
    }

    @Test
    void twoChannelsOfOneQueueAreRefused() {
        OncewardBuilder both = builder(Map.of(
                        "mp.messaging.incoming.orders.destination", "queue:" + queue,
                        "mp.messaging.incoming.returns.destination", "queue:" + queue))
                .handle("orders", "billing", String.class, this::handle)
                .handle("returns", "shipping", String.class, this::handle);
        assertThatThrownBy(() -> onceward = both.start())
                .hasMessageStartingWith("OWD-0103")
                .hasMessageContaining("'orders' and 'returns'")
                .hasMessageContaining(queue);
    }

    /** Artemis' queues have unique names, so an address in front of one does not change it. */
    @ParameterizedTest
    @CsvSource({"second, ''", "'', ADDRESS::"})
    void twoChannelsOfOneQueueAreRefusedThoughTheirSettingsDiffer(String factory, String address) {
        ConnectionFactory same = broker.connectionFactory();
        OncewardBuilder both = builder(Map.of(
                        "mp.messaging.incoming.orders.destination", "queue:" + queue,
                        "mp.messaging.incoming.returns.destination",
                                "queue:" + address.replace("ADDRESS", queue) + queue,
                        "mp.messaging.incoming.returns.connection-factory", factory))
                .connectionFactory(same)
                .connectionFactory("second", same)
                .handle("orders", "billing", String.class, this::handle)
                .handle("returns", "shipping", String.class, this::handle);
        assertThatThrownBy(() -> onceward = both.start())
                .hasMessageStartingWith("OWD-0103")
                .hasMessageContaining("'orders' and 'returns'")
                .hasMessageContaining(queue);
    }

    @Test
    void messagesOfOtherSendersAreTextsAndBytes() throws Exception {
        receive(String.class);
        send(session -> {
            BytesMessage bytes = session.createBytesMessage();
            bytes.writeBytes("bytes ü".getBytes(StandardCharsets.UTF_8));
            return bytes;
        });
        send(session -> {
            TextMessage text = session.createTextMessage("text ü");
            text.setIntProperty("priority", 5);
            text.setStringProperty("JMSXGroupID", "group");
            text.setJMSType("Greeting");
            text.setJMSCorrelationID("c1");
            return text;
        });
        send(Session::createMessage);
        Await.until(() -> handled.size() == 3);
        assertThat(handled).containsExactlyInAnyOrder("bytes ü", "text ü", "");
        InboxMetadata text = metadata.stream()
                .filter(each -> "group".equals(each.key()))
                .findFirst()
                .orElseThrow();
        assertThat(text.type()).isEqualTo("Greeting");
        assertThat(text.headers()).isEqualTo(Map.of("priority", "5", "correlationId", "c1"));
    }

    @Test
    void manyMessagesArriveInTheirOrderOnce() throws Exception {
        List<String> bodies = IntStream.range(0, 1000).mapToObj(i -> "b" + i).toList();
        sendAll(bodies);
        receive(String.class);
        Await.until(() -> handled.size() == bodies.size());
        assertThat(handled).containsExactlyElementsOf(bodies);
        Await.until(() -> queue().size() == 0);
    }

    @Test
    void unreadableMessagesAreParkedWithTheirBytesAndHoldUpNoOthers() throws Exception {
        sendAll(List.of("one", "two"));
        send(session -> session.createObjectMessage(new Secret()));
        send(session -> {
            MapMessage map = session.createMapMessage();
            map.setInt("count", 5);
            return map;
        });
        send(session -> {
            StreamMessage stream = session.createStreamMessage();
            stream.writeString("a");
            return stream;
        });
        sendAll(List.of("three"));
        receive(String.class);
        Await.until(() -> handled.size() == 3);
        Await.until(() -> queue().size() == 0 && database.rows("onceward_inbox_message") == 3);
        assertThat(handled).containsExactly("one", "two", "three");
        assertThat(Secret.read).isFalse();
        ByteArrayOutputStream serialized = new ByteArrayOutputStream();
        new ObjectOutputStream(serialized).writeObject(new Secret());
        assertThat(parkedBodies())
                .containsExactlyInAnyOrder(
                        serialized.toString(StandardCharsets.ISO_8859_1),
                        "{\"count\":[\"int\",\"5\"]}",
                        "[[\"string\",\"a\"]]");
    }

    private List<String> parkedBodies() {
        InboxAdmin admin = onceward.inboxAdmin();
        return admin.find(EventFilter.all().parked(), null, 10).events().stream()
                .peek(event -> assertThat(event.error()).contains("OWD-0091", queue, "JMSXDeliveryCount 1"))
                .map(event ->
                        admin.payload(event.datasource(), event.position()).orElseThrow())
                .map(bytes -> new String(bytes, StandardCharsets.ISO_8859_1))
                .toList();
    }

    @Test
    void unreadableMessagePutsNoOthersOutOfOrder() throws Exception {
        queue = "delayed." + UUID.randomUUID();
        sendAll(List.of("one"));
        send(session -> session.createObjectMessage(new Secret()));
        sendAll(List.of("two"));
        receive(String.class);
        Await.until(() -> queue().size() == 0);
        sendAll(List.of("three", "four"));
        Await.until(() -> handled.size() == 4);
        Await.until(() -> queue().size() == 0 && database.rows("onceward_inbox_message") == 1);
        assertThat(handled).containsExactly("one", "two", "three", "four");
    }

    /** A class that must never be deserialized. */
    private static final class Secret implements Serializable {

        private static final long serialVersionUID = 1L;

        private static boolean read;

        private void readObject(java.io.ObjectInputStream in) {
            read = true;
        }
    }

    @Test
    void undecodableMessageIsParkedWithItsCause() throws Exception {
        receive(Order.class);
        sendAll(List.of("{\"id\": \"no number\"}"));
        Await.until(() -> onceward.inboxAdmin()
                        .find(EventFilter.all().parked(), null, 10)
                        .events()
                        .size()
                == 1);
        assertThat(onceward.inboxAdmin()
                        .find(EventFilter.all().parked(), null, 10)
                        .events()
                        .get(0)
                        .error())
                .contains("OWD-0093");
        send(session -> session.createTextMessage("{\"id\": 5}"));
        Await.until(() -> handled.size() == 1);
    }

    @Test
    void poisonMessageIsParkedAndCanBeRequeued() throws Exception {
        fails = "bad";
        receive(String.class);
        sendAll(List.of("bad", "good"));
        Await.until(() -> onceward.inboxAdmin()
                        .find(EventFilter.all().parked(), null, 10)
                        .events()
                        .size()
                == 1);
        fails = "nothing";
        assertThat(onceward.inboxAdmin().requeue(EventFilter.all().withQueue("billing"), "me"))
                .isEqualTo(1);
        Await.until(() -> handled.size() == 2);
    }

    @Test
    void handlerNamesTheFailuresThatAreNeverRetriedOrNotCounted() throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        onceward = builder(Map.of("mp.messaging.incoming.orders.destination", "queue:" + queue))
                .handle(
                        "orders",
                        "billing",
                        String.class,
                        Set.of(IllegalArgumentException.class),
                        Set.of(ConnectException.class),
                        (order, received) -> {
                            if (order.equals("bad")) {
                                throw new IllegalArgumentException("no order: " + order);
                            }
                            if (attempts.incrementAndGet() <= 4) {
                                throw new ConnectException("not there");
                            }
                            handle(order, received);
                        })
                .start();
        send(session -> session.createTextMessage("bad"));
        send(session -> session.createTextMessage("good"));
        Await.until(() -> handled.size() == 1);
        assertThat(attempts).as("more than max-attempts").hasValue(5);
        assertThat(onceward.inboxAdmin()
                        .find(EventFilter.all().parked(), null, 10)
                        .events())
                .singleElement()
                .satisfies(parked -> {
                    assertThat(parked.attempts()).isEqualTo(1);
                    assertThat(parked.error()).contains("OWD-0101").contains("no order: bad");
                });
    }

    @Test
    void receiverSurvivesAnOutageOfTheBroker() throws Exception {
        try (ArtemisBroker other = new ArtemisBroker(folder.resolve("other")).start()) {
            onceward = builder(Map.of(
                            "mp.messaging.incoming.orders.destination", "queue:" + queue,
                            "mp.messaging.incoming.orders.connection-factory", "other",
                            "mp.messaging.outgoing.orders.connection-factory", "other"))
                    .connectionFactory("other", other.connectionFactory())
                    .handle("orders", "billing", String.class, this::handle)
                    .start();
            MemoryDatabase.inTransaction(() -> onceward.outbox().record("orders", "before"));
            Await.until(() -> handled.size() == 1);
            other.stop();
            MemoryDatabase.inTransaction(() -> onceward.outbox().record("orders", "meanwhile"));
            other.start();
            Await.until(() -> handled.size() == 2);
            onceward.close();
        }
    }

    @Test
    void applicationMayReceiveByItself() throws Exception {
        onceward = builder(Map.of())
                .handle("orders", "billing", String.class, this::handle)
                .start();
        sendAll(List.of("mine"));
        try (Connection connection = broker.connectionFactory().createConnection();
                Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
                MessageConsumer consumer = session.createConsumer(session.createQueue(queue))) {
            connection.start();
            Message message = consumer.receive(60_000);
            onceward.inbox().store("orders", message);
            session.rollback();
            onceward.inbox().store("orders", consumer.receive(60_000));
            session.commit();
        }
        Await.until(() -> database.rows("onceward_inbox_message") == 0);
        assertThat(handled).containsExactly("mine");
    }

    @Test
    void impossibleConfigurationIsRefusedAtTheStart() {
        assertThatThrownBy(() -> refused(Map.of("mp.messaging.incoming.orders.destination", "topic:x")))
                .hasMessageStartingWith("OWD-0097");
        assertThatThrownBy(() -> refused(Map.of("mp.messaging.incoming.orders.destination", "jms/queue/x")))
                .hasMessageStartingWith("OWD-0072")
                .hasMessageContaining("mp.messaging.incoming.orders.destination");
        assertThatThrownBy(() -> refused(Map.of(
                        "mp.messaging.incoming.orders.destination", "queue:x",
                        "mp.messaging.incoming.orders.connection-factory", "nowhere")))
                .hasMessageStartingWith("OWD-0071");
        assertThatThrownBy(() -> refused(Map.of("mp.messaging.incoming.orders.concurency", "1")))
                .hasMessageStartingWith("OWD-0006");
        assertThatThrownBy(() -> builder(Map.of())
                        .handle("a", "billing", String.class, this::handle)
                        .handle("b", "billing", String.class, this::handle))
                .hasMessageStartingWith("OWD-0099");
        Set<Class<? extends Throwable>> both = Set.of(ConnectException.class);
        assertThatThrownBy(() -> builder(Map.of()).handle("a", "billing", String.class, both, both, this::handle))
                .hasMessageStartingWith("OWD-0100")
                .hasMessageContaining("java.net.ConnectException");
        assertThatThrownBy(() -> builder(Map.of()).handle("a", " ", String.class, this::handle))
                .hasMessageStartingWith("OWD-0073");
        assertThatThrownBy(() -> builder(Map.of()).handle("a", "observer:a", String.class, this::handle))
                .hasMessageStartingWith("OWD-0353");
    }

    private void refused(Map<String, String> configuration) {
        builder(configuration)
                .handle("orders", "billing", String.class, this::handle)
                .start()
                .close();
    }

    // ---- help

    private BrokerQueue queue() {
        return new BrokerQueue(broker.connectionFactory(), queue);
    }

    private void send(BrokerQueue.MessageFactory message) throws JMSException {
        queue().send(message);
    }

    private void sendAll(List<String> bodies) throws JMSException {
        try (Connection connection = broker.connectionFactory().createConnection();
                Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
                MessageProducer producer = session.createProducer(session.createQueue(queue))) {
            for (String body : bodies) {
                TextMessage message = session.createTextMessage(body);
                message.setStringProperty("onceward_key", "k");
                producer.send(message);
            }
            session.commit();
        }
    }
}
