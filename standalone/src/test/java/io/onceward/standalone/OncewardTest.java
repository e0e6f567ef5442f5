// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.ArtemisBroker;
import io.onceward.fixture.Await;
import io.onceward.fixture.LogLines;
import io.onceward.fixture.MemoryDatabase;
import io.onceward.metrics.Distribution;
import io.onceward.metrics.MetricsMXBean;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.JMX;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Onceward with a real transaction manager, pool, database and broker, and no container. */
class OncewardTest {

    private static final long PATIENCE = 30_000;

    @TempDir
    private static Path folder;

    private static ArtemisBroker broker;

    private final AtomicInteger connections = new AtomicInteger();
    private final String queue = "q-" + UUID.randomUUID();
    private MemoryDatabase database;
    private Onceward onceward;

    @BeforeAll
    static void startBroker() throws Exception {
        broker = new ArtemisBroker(folder).start();
    }

    @AfterAll
    static void stopBroker() throws Exception {
        broker.close();
    }

    @BeforeEach
    void open() throws Exception {
        database = new MemoryDatabase();
        database.sql("CREATE TABLE business (id INTEGER PRIMARY KEY)");
        onceward = builder().start();
    }

    @AfterEach
    void close() {
        onceward.close();
        database.close();
    }

    @Test
    void figuresAreInJmxUntilItIsClosed() throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("io.onceward:type=Metrics,application=\"standalone\"");
        MetricsMXBean figures = JMX.newMXBeanProxy(server, name, MetricsMXBean.class);
        MemoryDatabase.inTransaction(() -> onceward.outbox().record("orders", "hello"));
        MemoryDatabase.inTransaction(() -> onceward.outbox().record("orders", "again"));
        Await.until(
                "the latency of both events, which are also counted",
                () -> count(figures.getPublishLatency().get("orders")) == 2
                        && figures.getSent().getOrDefault("orders", 0L) == 2);
        assertThat(figures.getSent()).containsOnly(Map.entry("orders", 2L));
        assertThat(figures.getRecorded()).containsOnly(Map.entry("orders", 2L));
        onceward.close();
        assertThat(server.isRegistered(name)).isFalse();
    }

    @Test
    void retryPolicyIsDeclaredUnderTheNameOfTheApplication() throws Exception {
        assertThat(policyOfOrders("application")).isEqualTo("standalone");
        assertThat(policyOfOrders("maxattempts")).isEqualTo("15");
        onceward.close();
        onceward = builder(Map.of("onceward.application", "shop", "onceward.relay.max-attempts", "4"))
                .start();
        assertThat(policyOfOrders("application")).isEqualTo("shop");
        assertThat(policyOfOrders("maxattempts")).isEqualTo("4");
        assertThat(ManagementFactory.getPlatformMBeanServer()
                        .isRegistered(new ObjectName("io.onceward:type=Cluster,application=\"shop\"")))
                .isTrue();
    }

    private String policyOfOrders(String column) {
        return database.text("SELECT " + column + " FROM onceward_policy WHERE side = 'outbox' AND queue = 'orders'");
    }

    private static long count(Distribution distribution) {
        return distribution == null ? 0 : distribution.getCount();
    }

    private OncewardBuilder builder() {
        return builder(Map.of());
    }

    private OncewardBuilder builder(Map<String, String> more) {
        Map<String, String> configuration = new HashMap<>(Map.of(
                "onceward.schema", "create",
                "onceward.relay.polling-interval", "PT0.1S",
                "mp.messaging.outgoing.orders.destination", "queue:" + queue));
        configuration.putAll(more);
        return Builders.on(database)
                .connectionFactory(new CountingFactory(broker.connectionFactory(), connections).proxy())
                .configuration(configuration);
    }

    // ---- out

    @Test
    void committedEventArrivesWithItsProperties() throws Exception {
        String id = MemoryDatabase.inTransaction(() -> {
            database.sql("INSERT INTO business VALUES (1)");
            return onceward.outbox()
                    .record(
                            "orders",
                            "hello",
                            OutboxMetadata.none().withKey("k1").withHeader("tenant", "acme"));
        });
        try (Receiver receiver = new Receiver()) {
            TextMessage message = (TextMessage) receiver.next();
            assertThat(message.getText()).isEqualTo("hello");
            assertThat(message.getStringProperty("onceward_id")).isEqualTo(id);
            assertThat(message.getStringProperty("JMSXGroupID")).isEqualTo("k1");
            assertThat(message.getStringProperty("tenant")).isEqualTo("acme");
            assertThat(message.propertyExists("onceward_key")).isFalse();
        }
        assertThat(database.rows("business")).isEqualTo(1);
        awaitEmpty("onceward_outbox");
    }

    @Test
    void messageHasAllPropertiesIfTheChannelAsksForThem() throws Exception {
        onceward.close();
        onceward = builder(Map.of("mp.messaging.outgoing.orders.message-properties", "full"))
                .start();
        String id = MemoryDatabase.inTransaction(() -> onceward.outbox()
                .record("orders", "hello", OutboxMetadata.none().withKey("k1").withType("Greeting")));
        try (Receiver receiver = new Receiver()) {
            Message message = receiver.next();
            assertThat(message.getStringProperty("onceward_channel")).isEqualTo("orders");
            assertThat(message.getStringProperty("onceward_key")).isEqualTo("k1");
            assertThat(message.getStringProperty("onceward_type")).isEqualTo("Greeting");
            assertThat(message.getStringProperty("onceward_contenttype")).isEqualTo("text/plain");
            assertThat(message.getJMSCorrelationID()).isEqualTo(id);
        }
    }

    /** The form is in the row, so the configuration of the application that records decides. */
    @Test
    void relayUsesTheFormOfTheRecordingApplication() throws Exception {
        onceward.close();
        try (Onceward recording = builder(Map.of(
                        "onceward.relay.enabled", "false",
                        "mp.messaging.outgoing.orders.message-properties", "full"))
                .start()) {
            MemoryDatabase.inTransaction(() -> recording.outbox().record("orders", "hello"));
        }
        onceward = builder().start();
        try (Receiver receiver = new Receiver()) {
            assertThat(receiver.next().getStringProperty("onceward_type")).isEqualTo("orders");
        }
    }

    @Test
    void rolledBackEventDoesNotArrive() throws Exception {
        assertThatThrownBy(() -> MemoryDatabase.inTransaction(() -> {
                    onceward.outbox().record("orders", "no");
                    throw new IllegalStateException("business says no");
                }))
                .hasMessage("business says no");
        MemoryDatabase.inTransaction(() -> onceward.outbox().record("orders", "yes"));
        try (Receiver receiver = new Receiver()) {
            assertThat(((TextMessage) receiver.next()).getText()).isEqualTo("yes");
        }
    }

    @Test
    void refusedRecordingRollsBackTheBusinessData() {
        assertThatThrownBy(() -> MemoryDatabase.inTransaction(() -> {
                    database.sql("INSERT INTO business VALUES (1)");
                    try {
                        onceward.outbox().record("orders", null);
                    } catch (RuntimeException e) {
                        // as applications do that ignore it
                    }
                    return null;
                }))
                .isInstanceOf(jakarta.transaction.RollbackException.class);
        assertThat(database.rows("business")).isZero();
    }

    @Test
    void eventWithoutATransactionIsRefused() {
        assertThatThrownBy(() -> onceward.outbox().record("orders", "x")).hasMessageStartingWith("OWD-0040");
    }

    @Test
    void batchesShareOneConnection() throws Exception {
        connections.set(0); // the self-check has connected, too
        try (Receiver receiver = new Receiver()) {
            for (int i = 0; i < 20; i++) {
                MemoryDatabase.inTransaction(() -> onceward.outbox().record("orders", "x"));
                receiver.next();
            }
        }
        assertThat(connections.get()).isLessThanOrEqualTo(2); // the poller may have published beside the relay
    }

    @Test
    void eventOfAClosedInstanceIsPublishedByTheNext() throws Exception {
        onceward.close();
        String id = MemoryDatabase.inTransaction(() -> onceward.outbox().record("orders", "late"));
        assertThat(database.rows("onceward_outbox")).isEqualTo(1);
        onceward = builder().start();
        try (Receiver receiver = new Receiver()) {
            assertThat(receiver.next().getStringProperty("onceward_id")).isEqualTo(id);
        }
    }

    // ---- in

    @Test
    void messageIsHandledOnce() throws Exception {
        assertThat(onceward.once("billing", "m1", () -> database.sql("INSERT INTO business VALUES (1)")))
                .isTrue();
        assertThat(onceward.once("billing", "m1", () -> database.sql("INSERT INTO business VALUES (2)")))
                .isFalse();
        assertThat(onceward.once("shipping", "m1", () -> database.sql("INSERT INTO business VALUES (3)")))
                .isTrue();
        assertThat(database.rows("business")).isEqualTo(2);
    }

    @Test
    void failedWorkLeavesNoClaim() throws Exception {
        assertThatThrownBy(() -> onceward.once("billing", "m1", () -> {
                    database.sql("INSERT INTO business VALUES (1)");
                    throw new IllegalStateException("not today");
                }))
                .hasMessage("not today");
        assertThat(database.rows("business")).isZero();
        assertThat(onceward.once("billing", "m1", () -> database.sql("INSERT INTO business VALUES (1)")))
                .isTrue();
    }

    @Test
    void publishedEventIsItsOwnIdentity() throws Exception {
        OutboxMetadata same = OutboxMetadata.none().withId("the-same");
        MemoryDatabase.inTransaction(() -> onceward.outbox().record("orders", "first", same));
        MemoryDatabase.inTransaction(() -> onceward.outbox().record("orders", "again", same));
        try (Receiver receiver = new Receiver()) {
            assertThat(onceward.once("billing", receiver.next(), () -> {})).isTrue();
            assertThat(onceward.once("billing", receiver.next(), () -> {})).isFalse();
        }
    }

    @Test
    void handlerWithoutANameIsRefused() {
        assertThatThrownBy(() -> onceward.once(" ", "m1", () -> {})).hasMessageStartingWith("OWD-0073");
    }

    @Test
    void messageWithABlankIdIsRefused() {
        for (String blank : List.of("", " ")) {
            assertThatThrownBy(() -> onceward.once("billing", blank, () -> {})).hasMessageStartingWith("OWD-0121");
        }
    }

    // ---- what cannot work is refused at the start

    @Test
    void nullIsRefusedWithTheNameOfTheParameter() {
        assertNamed("handler", () -> onceward.once(null, "m1", () -> {}));
        assertNamed("messageId", () -> onceward.once("billing", (String) null, () -> {}));
        assertNamed("message", () -> onceward.once("billing", (Object) null, () -> {}));
        assertNamed("work", () -> onceward.once("billing", "m1", null));
        assertNamed("channel", () -> onceward.inbox().store(null, "m1"));
        assertNamed("message", () -> onceward.inbox().store("orders", null));
        assertNamed("channel", () -> onceward.outbox().record(null, "x"));
    }

    private static void assertNamed(String parameter, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(NullPointerException.class).hasMessage(parameter);
    }

    @Test
    void dataSourceThatDoesNotJoinIsRefused() {
        JdbcDataSource plain = new JdbcDataSource();
        plain.setURL(database.url());
        try (LogLines log = new LogLines()) {
            assertThatThrownBy(() -> builder().dataSource(plain).start()).hasMessageStartingWith("OWD-0010");
            assertThat(log.all()).noneMatch(line -> line.contains("OWD-1001"));
        }
    }

    @Test
    void startIsLoggedOnceForEachDataSource() {
        try (LogLines log = new LogLines();
                Onceward other = builder().start()) {
            other.outbox();
            assertThat(log.all())
                    .filteredOn(line -> line.contains("OWD-1001"))
                    .singleElement()
                    .asString()
                    .contains("(H2, schema \"PUBLIC\") is open");
        }
    }

    @Test
    void missingPieceIsNamed() {
        assertThatThrownBy(() -> Onceward.builder().start())
                .hasMessageStartingWith("OWD-0070")
                .hasMessageContaining("TransactionManager");
        assertThatThrownBy(() -> Builders.on(database).start())
                .hasMessageStartingWith("OWD-0070")
                .hasMessageContaining("ConnectionFactory");
    }

    @Test
    void unknownNamesAreRefused() {
        assertThatThrownBy(() -> builder(Map.of("mp.messaging.outgoing.orders.connection-factory", "elsewhere"))
                        .start())
                .hasMessageStartingWith("OWD-0071")
                .hasMessageContaining("mp.messaging.outgoing.orders.connection-factory");
        assertThatThrownBy(() -> builder(Map.of("mp.messaging.outgoing.orders.destination", "jms/queue/orders"))
                        .start())
                .hasMessageStartingWith("OWD-0072");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"onceward.datasource", "onceward.inbox.datasource", "mp.messaging.outgoing.orders.datasource"})
    void unknownDataSourceIsRefusedByTheKeyThatNamesIt(String key) {
        Map<String, String> configuration = new HashMap<>(Map.of("onceward.datasource", "main"));
        configuration.put(key, "elsewhere");
        OncewardBuilder builder = Onceward.builder()
                .transactionManager(database.transactionManager())
                .synchronizationRegistry(database.synchronizationRegistry())
                .dataSource("main", database.pool())
                .connectionFactory(broker.connectionFactory())
                .configuration(configuration);
        assertThatThrownBy(builder::start)
                .hasMessageStartingWith("OWD-0071: The builder has no datasource with the name 'elsewhere'.")
                .hasMessageContaining("Names in the builder: main.")
                .hasMessageContaining("or set " + key + " to an existing name.");
    }

    @Test
    void misspeltKeyIsRefused() {
        assertThatThrownBy(() -> builder(Map.of("onceward.shema", "none")).start())
                .hasMessageStartingWith("OWD-0006")
                .hasMessageContaining("onceward.schema");
        assertThatThrownBy(() -> builder(Map.of("mp.messaging.outgoing.orders.mesage-properties", "full"))
                        .start())
                .hasMessageStartingWith("OWD-0006")
                .hasMessageContaining("Did you mean mp.messaging.outgoing.orders.message-properties?");
    }

    // ---- help

    /** Waits until the outbox is empty: a row is deleted after its message was sent. */
    private void awaitEmpty(String outbox) throws InterruptedException {
        Await.until("an empty outbox", () -> database.rows(outbox) == 0);
    }

    private final class Receiver implements AutoCloseable {

        private final Connection connection;
        private final MessageConsumer consumer;

        Receiver() throws JMSException {
            this(broker.connectionFactory());
        }

        Receiver(ConnectionFactory factory) throws JMSException {
            connection = factory.createConnection();
            Session session = connection.createSession();
            consumer = session.createConsumer(session.createQueue(queue));
            connection.start();
        }

        Message next() throws JMSException {
            Message message = consumer.receive(PATIENCE);
            assertThat(message).as("a message within %s ms", PATIENCE).isNotNull();
            return message;
        }

        @Override
        public void close() throws JMSException {
            connection.close();
        }
    }
}
