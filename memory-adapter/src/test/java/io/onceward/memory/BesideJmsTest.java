// SPDX-License-Identifier: Apache-2.0
package io.onceward.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.onceward.api.Backlog;
import io.onceward.api.EventFilter;
import io.onceward.api.EventSummary;
import io.onceward.api.InboxMetadata;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.ArtemisBroker;
import io.onceward.fixture.Await;
import io.onceward.fixture.LogLines;
import io.onceward.fixture.MemoryDatabase;
import io.onceward.memory.broker.MemoryBroker;
import io.onceward.metrics.MetricsMXBean;
import io.onceward.spi.BrokerAdapter;
import io.onceward.standalone.Onceward;
import io.onceward.standalone.OncewardBuilder;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import javax.management.JMX;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One application with Jakarta Messaging and a broker in memory. The builder is given the one; it finds the other. */
class BesideJmsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    private static Path folder;

    private static ArtemisBroker artemis;

    private final String broker = "b-" + UUID.randomUUID();
    private final MemoryBroker<MemoryMessage> memory = MemoryAdapter.broker(broker);
    private final List<String> handled = Collections.synchronizedList(new ArrayList<>());
    private final List<InboxMetadata> metadata = Collections.synchronizedList(new ArrayList<>());
    private MemoryDatabase database;
    private Onceward onceward;

    @BeforeAll
    static void startBroker() throws Exception {
        artemis = new ArtemisBroker(folder).start();
    }

    @AfterAll
    static void stopBroker() throws Exception {
        artemis.close();
    }

    @BeforeEach
    void open() {
        database = new MemoryDatabase();
    }

    @AfterEach
    void close() {
        if (onceward != null) {
            onceward.close();
        }
        database.close();
    }

    // ---- which adapter serves a channel

    @Test
    void channelsNameTheirAdapterByConnectorByDestinationAndByDefault() throws Exception {
        String queue = "q-" + UUID.randomUUID();
        start(Map.of(
                "onceward.broker", "memory",
                "mp.messaging.outgoing.letters.connector", "onceward-jms",
                "mp.messaging.outgoing.letters.destination", "queue:" + queue,
                "mp.messaging.outgoing.parcels.destination", "jms:queue:" + queue,
                "mp.messaging.outgoing.named.connector", "onceward-memory",
                "mp.messaging.outgoing.named.destination", "x",
                "mp.messaging.outgoing.byscheme.destination", "memory:x"));
        for (String channel : List.of("letters", "parcels", "named", "byscheme", "bydefault")) {
            record(channel, channel);
        }
        awaitEmptyOutbox();
        assertThat(memory.waiting("x")).extracting(MemoryMessage::text).containsExactlyInAnyOrder("named", "byscheme");
        assertThat(memory.waiting("bydefault")).extracting(MemoryMessage::text).containsExactly("bydefault");
        assertThat(receive(queue, 2)).containsExactlyInAnyOrder("letters", "parcels");
    }

    @Test
    void withoutADefaultAChannelHasToNameItsAdapter() {
        assertThatThrownBy(() -> start(Map.of("mp.messaging.outgoing.orders.destination", "x")))
                .hasMessageStartingWith("OWD-0171")
                .hasMessageContaining("jms, memory")
                .hasMessageContaining("mp.messaging.outgoing.orders.connector=onceward-");
    }

    @Test
    void connectorAndDestinationMustAgree() {
        assertThatThrownBy(() -> start(Map.of(
                        "mp.messaging.outgoing.orders.connector", "onceward-jms",
                        "mp.messaging.outgoing.orders.destination", "memory:x")))
                .hasMessageStartingWith("OWD-0172");
    }

    @Test
    void withoutAConnectionFactoryTheOtherAdapterIsTheOnlyOne() throws Exception {
        onceward = builder(Map.of("onceward.memory-broker", broker)).start();
        record("orders", "placed");
        Await.until(() -> !memory.waiting("orders").isEmpty());
        assertThatThrownBy(() -> builder(Map.of("mp.messaging.outgoing.orders.connector", "onceward-jms"))
                        .start())
                .hasMessageStartingWith("OWD-0170");
    }

    @Test
    void givenAdapterReplacesTheFoundOneOfItsScheme() throws Exception {
        Set<String> called = ConcurrentHashMap.newKeySet();
        MemoryAdapter adapter = new MemoryAdapter();
        BrokerAdapter given = (BrokerAdapter) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {BrokerAdapter.class}, (self, method, arguments) -> {
                    called.add(method.getName());
                    return method.invoke(adapter, arguments);
                });
        onceward =
                builder(Map.of("onceward.memory-broker", broker)).adapter(given).start();
        record("orders", "placed");
        Await.until(() -> !memory.waiting("orders").isEmpty());
        assertThat(called).contains("publisher");
    }

    // ---- its settings

    @Test
    void settingIsTheChannelsOwnOrTheCommonOne() throws Exception {
        String other = "b-" + UUID.randomUUID();
        start(Map.of("onceward.broker", "memory", "mp.messaging.outgoing.away.memory-broker", other));
        record("here", "1");
        record("away", "2");
        awaitEmptyOutbox();
        assertThat(memory.waiting("here")).hasSize(1);
        assertThat(MemoryAdapter.broker(other).waiting("away")).hasSize(1);
    }

    @Test
    void unknownSettingIsRefusedWithTheNearestKnownOne() {
        assertThatThrownBy(() -> start(Map.of(
                        "mp.messaging.outgoing.orders.destination", "memory:x",
                        "mp.messaging.outgoing.orders.memory-brocker", "x")))
                .hasMessageStartingWith("OWD-0006")
                .hasMessageContaining("Did you mean mp.messaging.outgoing.orders.memory-broker?");
        assertThatThrownBy(() -> start(Map.of("onceward.memory-brokers", "x")))
                .hasMessageStartingWith("OWD-0006")
                .hasMessageContaining("Did you mean onceward.memory-broker?");
    }

    @Test
    void settingOfAnotherAdapterIsUnknownToItsChannels() {
        assertThatThrownBy(() -> start(Map.of(
                        "mp.messaging.outgoing.orders.destination", "memory:x",
                        "mp.messaging.outgoing.orders.connection-factory", "jms/x")))
                .hasMessageStartingWith("OWD-0006");
    }

    @Test
    void headerNamesAreLegalIfTheChannelsBrokerKnowsThem() throws Exception {
        start(Map.of(
                "mp.messaging.outgoing.orders.destination", "memory:x",
                "mp.messaging.outgoing.letters.destination", "jms:queue:x"));
        record("orders", "1", OutboxMetadata.none().withHeader("content-language", "en"));
        assertThatThrownBy(() -> record("letters", "1", OutboxMetadata.none().withHeader("content-language", "en")))
                .hasMessageStartingWith("OWD-0045")
                .hasMessageContaining("'content_language'");
        assertThatThrownBy(() -> record("orders", "1", OutboxMetadata.none().withHeader("a b", "c")))
                .hasMessageStartingWith("OWD-0045")
                .hasMessageContaining("'a-b'");
        Await.until(() -> !memory.waiting("x").isEmpty());
        assertThat(memory.waiting("x").get(0).headers()).containsEntry("content-language", "en");
    }

    // ---- receiving

    @Test
    void messagesOfBothBrokersAreReceivedAndHandledOnce() throws Exception {
        String queue = "q-" + UUID.randomUUID();
        onceward = withBoth(Map.of(
                        "mp.messaging.incoming.orders.destination", "memory:orders",
                        "mp.messaging.incoming.letters.connector", "onceward-jms",
                        "mp.messaging.incoming.letters.destination", "queue:" + queue))
                .handle("orders", "billing", String.class, this::handle)
                .handle("letters", "post", String.class, this::handle)
                .start();
        memory.send("orders", MemoryMessage.of("m-1", "from memory"));
        memory.send("orders", MemoryMessage.of("m-1", "from memory"));
        try (JMSContext context = artemis.connectionFactory().createContext()) {
            context.createProducer().setProperty("onceward_id", "j-1").send(context.createQueue(queue), "from JMS");
        }
        Await.until(() -> handled.size() == 2 && memory.waiting("orders").isEmpty() && stored() == 0);
        assertThat(handled).containsExactlyInAnyOrder("from memory", "from JMS");
        assertThat(metadata).extracting(InboxMetadata::id).containsExactlyInAnyOrder("m-1", "j-1");
    }

    @Test
    void messagesAreStoredByHandWhicheverBrokerTheyAreOf() throws Exception {
        onceward = withBoth(Map.of())
                .handle("orders", "billing", String.class, this::handle)
                .start();
        onceward.inbox().store("orders", MemoryMessage.of("m-1", "from memory"));
        try (JMSContext context = artemis.connectionFactory().createContext()) {
            jakarta.jms.Message message = context.createTextMessage("from JMS");
            message.setStringProperty("onceward_id", "j-1");
            onceward.inbox().store("orders", message);
        }
        Await.until(() -> handled.size() == 2);
        assertThat(handled).containsExactlyInAnyOrder("from memory", "from JMS");
        assertThatThrownBy(() -> onceward.inbox().store("orders", new StringBuilder("x")))
                .hasMessageStartingWith("OWD-0091")
                .hasMessageContaining("java.lang.StringBuilder")
                .hasMessageContaining("jms, memory");
        assertThatThrownBy(() -> onceward.inbox().store("orders", null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("message");
        assertThatThrownBy(() -> onceward.inbox()
                        .store("orders", new MemoryMessage("m-2", null, null, null, "text/plain", Map.of())))
                .hasMessageStartingWith("OWD-0091")
                .hasMessageContaining("it has no body");
        assertThatThrownBy(() -> onceward.inbox().store("orders", MemoryMessage.of(null, "x")))
                .hasMessageStartingWith("OWD-0091")
                .hasMessageContaining("the id");
    }

    @Test
    void messageHasItsOwnIdentity() throws Exception {
        start(Map.of());
        AtomicInteger runs = new AtomicInteger();
        MemoryMessage message = MemoryMessage.of("m-1", "x");
        assertThat(onceward.once("billing", message, runs::incrementAndGet)).isTrue();
        assertThat(onceward.once("billing", message, runs::incrementAndGet)).isFalse();
        assertThat(runs).hasValue(1);
        assertThatThrownBy(() -> onceward.once("billing", MemoryMessage.of(null, "x"), () -> {}))
                .hasMessageStartingWith("OWD-0060")
                .hasMessageContaining("the id");
        assertThatThrownBy(() -> onceward.once("billing", new StringBuilder(), () -> {}))
                .hasMessageStartingWith("OWD-0062")
                .hasMessageContaining("jms, memory");
    }

    // ---- what operators see

    @Test
    void outageOfOneBrokerIsReportedByItsNameAndHoldsUpNoOther() throws Exception {
        String queue = "q-" + UUID.randomUUID();
        try (LogLines log = new LogLines()) {
            start(Map.of(
                    "mp.messaging.outgoing.orders.destination",
                    "memory:orders",
                    "mp.messaging.outgoing.letters.destination",
                    "jms:queue:" + queue));
            memory.setDown(true);
            record("orders", "1");
            Await.until(() -> log.all().stream().anyMatch(line -> line.contains("memory broker " + broker)));
            record("letters", "2");
            assertThat(receive(queue, 1)).containsExactly("2");
            Await.until(() -> waiting() == 1);
            assertThat(onceward.outboxAdmin().backlog())
                    .extracting(Backlog::queue, Backlog::pending)
                    .containsExactlyInAnyOrder(tuple("orders", 1L), tuple("letters", 0L));
            memory.setDown(false);
            awaitEmptyOutbox();
            assertThat(memory.waiting("orders")).extracting(MemoryMessage::text).containsExactly("1");
        }
    }

    @Test
    void refusedEventIsParkedWithTheBrokersReasonAndCounted() throws Exception {
        start(Map.of(
                "onceward.relay.max-attempts", "1",
                "mp.messaging.outgoing.orders.destination", "memory:orders"));
        memory.refuse(message -> message.text().equals("poison") ? new IOException("poison") : null);
        record("orders", "poison");
        record("orders", "fine");
        Await.until(() -> texts("orders").equals(Set.of("fine")) && parked() == 1);
        EventSummary event = onceward.outboxAdmin()
                .find(EventFilter.all().parked(), null, 10)
                .events()
                .get(0);
        assertThat(event.channel()).isEqualTo("orders");
        assertThat(event.destination()).isEqualTo("memory:orders?broker=" + broker);
        assertThat(event.error()).contains("java.io.IOException: poison");
        Await.until(() -> metrics().getEventsParked().containsKey("orders"));
        assertThat(metrics().getSent().get("orders")).isPositive();
    }

    /** Returns the texts of the messages in a queue; an event may have been published again. */
    private Set<String> texts(String queue) {
        return memory.waiting(queue).stream().map(MemoryMessage::text).collect(Collectors.toSet());
    }

    private int parked() {
        return database.number("SELECT COUNT(*) FROM onceward_outbox WHERE state = 'PARKED'");
    }

    private static MetricsMXBean metrics() {
        try {
            ObjectName name = new ObjectName("io.onceward:type=Metrics,application=\"standalone\"");
            return JMX.newMXBeanProxy(ManagementFactory.getPlatformMBeanServer(), name, MetricsMXBean.class);
        } catch (MalformedObjectNameException e) {
            throw new IllegalStateException(e);
        }
    }

    // ---- the application

    private void start(Map<String, String> more) {
        onceward = withBoth(more).start();
    }

    private OncewardBuilder withBoth(Map<String, String> more) {
        return builder(more).connectionFactory(artemis.connectionFactory());
    }

    private OncewardBuilder builder(Map<String, String> more) {
        Map<String, String> configuration = new HashMap<>(Map.of(
                "onceward.schema", "create",
                "onceward.relay.polling-interval", "PT0.05S",
                "onceward.memory-broker", broker));
        configuration.putAll(more);
        return Onceward.builder()
                .transactionManager(database.transactionManager())
                .synchronizationRegistry(database.synchronizationRegistry())
                .dataSource(database.pool())
                .configuration(configuration);
    }

    private void handle(String payload, InboxMetadata received) {
        metadata.add(received);
        handled.add(payload);
    }

    private void record(String channel, String payload) throws Exception {
        record(channel, payload, OutboxMetadata.none());
    }

    private void record(String channel, String payload, OutboxMetadata with) throws Exception {
        MemoryDatabase.inTransaction(() -> onceward.outbox().record(channel, payload, with));
    }

    private void awaitEmptyOutbox() throws InterruptedException {
        try {
            Await.until("an empty outbox", () -> waiting() == 0);
        } catch (AssertionError e) {
            String rows = database.text(
                    "SELECT LISTAGG(CONCAT_WS(' ', aggregatetype, state, attempts, availableat, slot), ', ')"
                            + " FROM onceward_outbox");
            String lanes =
                    database.text("SELECT LISTAGG(DISTINCT CONCAT_WS(' ', channel, owner), ', ') FROM onceward_lane");
            String nodes =
                    database.text("SELECT LISTAGG(CONCAT_WS(' ', identity, leaseuntil), ', ') FROM onceward_node");
            throw new AssertionError("events: " + rows + "; lanes: " + lanes + "; nodes: " + nodes, e);
        }
    }

    private int waiting() {
        return database.rows("onceward_outbox");
    }

    private int stored() {
        return database.rows("onceward_inbox_message");
    }

    private static List<String> receive(String queue, int count) {
        List<String> texts = new ArrayList<>();
        try (JMSContext context = artemis.connectionFactory().createContext();
                JMSConsumer consumer = context.createConsumer(context.createQueue(queue))) {
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (texts.size() < count && System.nanoTime() - deadline < 0) {
                String text = consumer.receiveBody(String.class, 500);
                if (text != null) {
                    texts.add(text);
                }
            }
        }
        return texts;
    }
}
