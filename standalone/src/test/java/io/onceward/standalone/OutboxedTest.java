// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.EventKey;
import io.onceward.api.InvalidCallException;
import io.onceward.api.OncewardException;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.ArtemisBroker;
import io.onceward.fixture.Await;
import io.onceward.fixture.MemoryDatabase;
import jakarta.jms.BytesMessage;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import jakarta.transaction.Synchronization;
import java.io.Serializable;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that an application sends by an outboxed connection factory, and how they arrive from a real broker. */
class OutboxedTest {

    private static final long PATIENCE = 30_000;

    @TempDir
    private static Path folder;

    private static ArtemisBroker broker;

    private final String name = "q-" + UUID.randomUUID();
    private final List<AutoCloseable> open = new ArrayList<>();
    private MemoryDatabase database;
    private Onceward onceward;
    private JMSContext jms;
    private JMSContext plain;
    private Queue queue;

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
        open.add(database);
        start(Map.of());
        plain = broker.connectionFactory().createContext();
        open.add(plain);
    }

    private void start(Map<String, String> more) {
        onceward = Builders.on(database)
                .connectionFactory(broker.connectionFactory())
                .configuration(Map.of("onceward.schema", "create"))
                .configuration(more)
                .start();
        open.add(onceward);
        jms = onceward.outboxedConnectionFactory().createContext();
        queue = jms.createQueue(name);
    }

    /** Starts with a configuration, and does not publish before {@link #restart}. */
    private void startWithoutRelay(Map<String, String> more) {
        onceward.close();
        start(more);
        onceward.close(); // it still records
    }

    private void restart() {
        start(Map.of());
    }

    @AfterEach
    void close() throws Exception {
        Collections.reverse(open);
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    /** Something that an application does in a transaction. */
    private interface Work {
        void run() throws Exception;
    }

    private static void commit(Work work) throws Exception {
        MemoryDatabase.inTransaction(() -> {
            work.run();
            return null;
        });
    }

    private Message receive() {
        return receive(name);
    }

    private Message receive(String from) {
        try (JMSConsumer consumer = plain.createConsumer(plain.createQueue(from))) {
            Message message = consumer.receive(PATIENCE);
            assertThat(message).as("a message in " + from).isNotNull();
            return message;
        }
    }

    private <M extends Message> M received(Class<M> type) {
        Message message = receive();
        assertThat(message).isInstanceOf(type);
        return type.cast(message);
    }

    @Test
    void textArrivesAfterTheCommitAndNothingAfterARollback() throws Exception {
        assertThatThrownBy(() -> commit(() -> {
                    jms.createProducer().send(queue, "rolled back");
                    throw new IllegalStateException("rolled back on purpose");
                }))
                .hasMessageContaining("on purpose");
        assertThat(database.rows("onceward_outbox")).isZero();
        commit(() -> jms.createProducer().send(queue, "ünïcode \uD83D\uDE00"));
        assertThat(received(TextMessage.class).getText()).isEqualTo("ünïcode \uD83D\uDE00");
        assertThat(plain.createConsumer(plain.createQueue(name)).receiveNoWait())
                .isNull();
    }

    @Test
    void everyTypeOfPropertyKeepsItsTypeAndCanBeSelected() throws Exception {
        commit(() -> jms.createProducer()
                .setProperty("aBoolean", true)
                .setProperty("aByte", (byte) -7)
                .setProperty("aShort", (short) 300)
                .setProperty("anInt", 70_000)
                .setProperty("aLong", 5_000_000_000L)
                .setProperty("aFloat", 1.5f)
                .setProperty("aDouble", Double.MIN_VALUE)
                .setProperty("aText", "x")
                .setProperty("anObject", (Object) 8)
                .setProperty("nothing", (Object) null)
                .send(queue, "m"));
        try (JMSConsumer consumer = plain.createConsumer(
                plain.createQueue(name), "aBoolean = TRUE AND anInt > 69999 AND aDouble < 1.0 AND aText = 'x'")) {
            Message message = consumer.receive(PATIENCE);
            assertThat(message).as("a message that the selector matches").isNotNull();
            assertThat(message.getObjectProperty("aBoolean")).isEqualTo(true);
            assertThat(message.getObjectProperty("aByte")).isEqualTo((byte) -7);
            assertThat(message.getObjectProperty("aShort")).isEqualTo((short) 300);
            assertThat(message.getObjectProperty("anInt")).isEqualTo(70_000);
            assertThat(message.getObjectProperty("aLong")).isEqualTo(5_000_000_000L);
            assertThat(message.getObjectProperty("aFloat")).isEqualTo(1.5f);
            assertThat(message.getObjectProperty("aDouble")).isEqualTo(Double.MIN_VALUE);
            assertThat(message.getObjectProperty("aText")).isEqualTo("x");
            assertThat(message.getObjectProperty("anObject")).isEqualTo(8);
            assertThat(message.propertyExists("nothing")).isTrue();
            assertThat(message.getObjectProperty("nothing")).isNull();
            assertThat(Collections.list((java.util.Enumeration<?>) message.getPropertyNames())
                            .toString())
                    .as("the names of the properties, without reserved headers")
                    .contains("anInt")
                    .doesNotContain("onceward_jms");
        }
    }

    @Test
    void bytesArriveAsBytes() throws Exception {
        byte[] body = {0, -1, 127, (byte) 0xC3};
        commit(() -> jms.createProducer().send(queue, body));
        assertThat(received(BytesMessage.class).getBody(byte[].class)).isEqualTo(body);
        BytesMessage written = jms.createBytesMessage();
        written.writeInt(5);
        written.writeUTF("é");
        written.writeDouble(0.1);
        commit(() -> jms.createProducer().send(queue, written));
        BytesMessage read = received(BytesMessage.class);
        assertThat(read.readInt()).isEqualTo(5);
        assertThat(read.readUTF()).isEqualTo("é");
        assertThat(read.readDouble()).isEqualTo(0.1);
    }

    @Test
    void valuesOfAMapKeepTheirTypes() throws Exception {
        Map<String, Object> body = Map.of(
                "boolean",
                true,
                "byte",
                (byte) 1,
                "short",
                (short) 2,
                "char",
                'ä',
                "int",
                3,
                "long",
                4L,
                "float",
                Float.NaN,
                "double",
                -0.0,
                "text",
                "\u0000\"",
                "bytes",
                new byte[] {0, -1});
        commit(() -> jms.createProducer().send(queue, body));
        MapMessage message = received(MapMessage.class);
        assertThat(Collections.list((java.util.Enumeration<?>) message.getMapNames()))
                .hasSize(body.size());
        for (Map.Entry<String, Object> entry : body.entrySet()) {
            assertThat(message.getObject(entry.getKey())).as(entry.getKey()).isEqualTo(entry.getValue());
        }
        assertThat(message.itemExists("other")).isFalse();
    }

    @Test
    void valuesOfAStreamKeepTheirTypesAndOrder() throws Exception {
        StreamMessage written = jms.createStreamMessage();
        List<Object> values =
                Arrays.asList(true, (byte) 1, (short) 2, 'c', 3, 4L, 1.5f, 2.5, "text", null, new byte[] {9});
        for (Object value : values) {
            written.writeObject(value);
        }
        commit(() -> jms.createProducer().send(queue, written));
        StreamMessage message = received(StreamMessage.class);
        for (Object value : values) {
            assertThat(message.readObject()).isEqualTo(value);
        }
        assertThatThrownBy(message::readObject).isInstanceOf(jakarta.jms.MessageEOFException.class);
    }

    @Test
    void objectMessageCarriesABoxedValue() throws Exception {
        commit(() -> jms.createProducer().send(queue, (Serializable) 42L));
        assertThat(received(ObjectMessage.class).getObject()).isEqualTo(42L);
    }

    @Test
    void messagesWithoutABodyKeepTheirKind() throws Exception {
        commit(() -> {
            jms.createProducer().send(queue, jms.createTextMessage());
            jms.createProducer().send(queue, jms.createMessage());
        });
        assertThat(received(TextMessage.class).getText()).isNull();
        assertThat(receive()).isNotInstanceOf(TextMessage.class).isNotInstanceOf(BytesMessage.class);
    }

    @Test
    void nullBodiesArriveAsMessagesWithoutAValue() throws Exception {
        commit(() -> jms.createProducer().send(queue, (String) null));
        assertThat(received(TextMessage.class).getText()).isNull();
        commit(() -> jms.createProducer().send(queue, (byte[]) null));
        assertThat(received(BytesMessage.class).getBodyLength()).isZero();
        commit(() -> jms.createProducer().send(queue, (Map<String, Object>) null));
        assertThat(received(MapMessage.class).getMapNames().hasMoreElements()).isFalse();
        commit(() -> jms.createProducer().send(queue, (Serializable) null));
        assertThat(received(ObjectMessage.class).getObject()).isNull();
    }

    @Test
    void headersOfTheProducerArrive() throws Exception {
        Message sent = jms.createTextMessage("m");
        commit(() -> jms.createProducer()
                .setJMSCorrelationID("c-1")
                .setJMSType("OrderPlaced")
                .setJMSReplyTo(jms.createTopic("replies"))
                .setPriority(8)
                .setTimeToLive(600_000)
                .setDeliveryMode(DeliveryMode.NON_PERSISTENT)
                .setProperty("JMSXGroupID", "customer-1")
                .setProperty("JMSXGroupSeq", 3)
                .send(queue, sent));
        Message message = receive();
        assertThat(message.getJMSCorrelationID()).isEqualTo("c-1");
        assertThat(message.getJMSType()).isEqualTo("OrderPlaced");
        assertThat(((Topic) message.getJMSReplyTo()).getTopicName()).isEqualTo("replies");
        assertThat(message.getJMSPriority()).isEqualTo(8);
        assertThat(message.getJMSExpiration() - sent.getJMSExpiration()).isBetween(-1000L, 1000L);
        assertThat(message.getJMSDeliveryMode()).isEqualTo(DeliveryMode.NON_PERSISTENT);
        assertThat(message.getStringProperty("JMSXGroupID")).isEqualTo("customer-1");
        assertThat(message.getIntProperty("JMSXGroupSeq")).isEqualTo(3);
        assertThat(sent.getJMSMessageID()).isEqualTo("ID:" + message.getStringProperty("onceward_id"));
    }

    @Test
    void defaultsArePersistentAndOfNormalPriority() throws Exception {
        commit(() -> jms.createProducer().setProperty("n", 1).send(queue, "m"));
        Message message = receive();
        assertThat(message.getJMSDeliveryMode()).isEqualTo(DeliveryMode.PERSISTENT);
        assertThat(message.getJMSPriority()).isEqualTo(4);
        assertThat(message.getJMSExpiration()).isZero();
        assertThat(message.getJMSReplyTo()).isNull();
    }

    @Test
    void higherPriorityIsDeliveredFirst() throws Exception {
        commit(() -> {
            for (int priority : new int[] {0, 9, 4}) {
                jms.createProducer().setPriority(priority).send(queue, "p" + priority);
            }
            onceward.outbox().record(name, "p7", OutboxMetadata.none().withPriority(7));
        });
        Await.until("an empty outbox", () -> database.rows("onceward_outbox") == 0);
        try (JMSConsumer consumer = plain.createConsumer(plain.createQueue(name))) {
            assertThat(Stream.generate(() -> consumer.receiveBody(String.class, PATIENCE))
                            .limit(4))
                    .containsExactly("p9", "p7", "p4", "p0");
        }
    }

    @Test
    void configuredPropertyIsCarriedWithTheGroup() throws Exception {
        onceward.close();
        start(Map.of("mp.messaging.outgoing." + name + ".key-property", "customer"));
        commit(() -> jms.createProducer()
                .setProperty("customer", 7)
                .setProperty("JMSXGroupID", "group")
                .send(queue, "m"));
        Message message = receive();
        assertThat(message.getObjectProperty("customer")).isEqualTo(7);
        assertThat(message.getStringProperty("JMSXGroupID")).isEqualTo("group");
    }

    @Test
    void configuredPropertyIsTheKeyOfTheRow() throws Exception {
        startWithoutRelay(Map.of("mp.messaging.outgoing." + name + ".key-property", "customer"));
        commit(() -> jms.createProducer()
                .setProperty("customer", 7)
                .setProperty("JMSXGroupID", "group")
                .send(queue, "m"));
        assertThat(database.text("SELECT aggregateid FROM onceward_outbox")).isEqualTo("7");
    }

    @Test
    void groupIsTheKeyOfTheRow() throws Exception {
        startWithoutRelay(Map.of());
        commit(() ->
                jms.createProducer().setProperty("JMSXGroupID", "customer-1").send(queue, "m"));
        assertThat(database.text("SELECT aggregateid FROM onceward_outbox")).isEqualTo("customer-1");
    }

    @Test
    void delayedMessageWaitsInTheOutbox() throws Exception {
        commit(() -> jms.createProducer().setDeliveryDelay(3_600_000).send(queue, "later"));
        assertThat(database.number("SELECT COUNT(*) FROM onceward_outbox WHERE state = 'DELAYED'"))
                .isEqualTo(1);
        long began = System.nanoTime();
        commit(() -> jms.createProducer().setDeliveryDelay(1500).send(queue, "soon"));
        assertThat(received(TextMessage.class).getText()).isEqualTo("soon");
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofMillis(1400));
    }

    @Test
    void expiredMessageIsDroppedAndCounted() throws Exception {
        startWithoutRelay(Map.of());
        commit(() -> {
            jms.createProducer().setTimeToLive(1).send(queue, "expired");
            onceward.outbox()
                    .record(
                            name,
                            "expired, too",
                            OutboxMetadata.none().withKey("k").withTimeToLive(Duration.ofMillis(1)));
            onceward.outbox().record(name, "fresh", OutboxMetadata.none().withKey("k"));
        });
        long recorded = System.currentTimeMillis();
        Await.until("the expiry", () -> System.currentTimeMillis() > recorded + 20);
        restart();
        assertThat(received(TextMessage.class).getText()).isEqualTo("fresh");
        Await.until("an empty outbox", () -> database.rows("onceward_outbox") == 0);
        assertThat(expired()).isEqualTo(2L);
        assertThat(plain.createConsumer(plain.createQueue(name)).receive(100)).isNull();
    }

    @Test
    void expiredMessageIsParkedIfSoConfiguredWhereItWasRecorded() throws Exception {
        startWithoutRelay(Map.of("onceward.outbox.expired", "park"));
        commit(() -> jms.createProducer().setTimeToLive(1).send(queue, "expired"));
        long recorded = System.currentTimeMillis();
        Await.until("the expiry", () -> System.currentTimeMillis() > recorded + 20);
        restart();
        Await.until(
                "the parked event",
                () -> database.number(
                                "SELECT COUNT(*) FROM onceward_outbox WHERE state = 'PARKED' AND lasterror LIKE '%OWD-0320%'")
                        == 1);
        assertThat(expired()).isEqualTo(1L);
    }

    private Object expired() throws Exception {
        Map<?, ?> counts = (Map<?, ?>) javax.management
                .JMX
                .newMXBeanProxy(
                        java.lang.management.ManagementFactory.getPlatformMBeanServer(),
                        new javax.management.ObjectName("io.onceward:type=Metrics,application=\"standalone\""),
                        io.onceward.metrics.MetricsMXBean.class)
                .getEventsExpired();
        return counts.get(name);
    }

    @Test
    void rowWithAnIllegalPriorityIsParked() throws Exception {
        startWithoutRelay(Map.of());
        commit(() -> jms.createProducer().setPriority(8).send(queue, "m"));
        database.sql("UPDATE onceward_outbox SET headers = '{\"onceward_priority\":\"high\"}'");
        restart();
        Await.until(
                "the parked event",
                () -> database.number(
                                "SELECT COUNT(*) FROM onceward_outbox WHERE state = 'PARKED' AND lasterror LIKE '%OWD-0055%'")
                        == 1);
    }

    @Test
    void topicNeedsNoConfiguration() throws Exception {
        String topic = "t-" + UUID.randomUUID();
        try (JMSConsumer consumer = plain.createConsumer(plain.createTopic(topic))) {
            commit(() -> jms.createProducer().send(jms.createTopic(topic), "news"));
            assertThat(consumer.receiveBody(String.class, PATIENCE)).isEqualTo("news");
        }
    }

    @Test
    void destinationOfTheBrokerIsTakenByItsName() throws Exception {
        commit(() -> jms.createProducer().send(plain.createQueue(name), "m"));
        assertThat(receive().getBody(String.class)).isEqualTo("m");
    }

    @Test
    void configuredDestinationIsUsedIfItsKindFits() throws Exception {
        onceward.close();
        start(Map.of("mp.messaging.outgoing." + name + ".destination", "queue:" + name + "-v2"));
        commit(() -> jms.createProducer().send(queue, "m"));
        assertThat(receive(name + "-v2").getBody(String.class)).isEqualTo("m");
        awaitDeletion();
        refused("OWD-0318", () -> jms.createProducer().send(jms.createTopic(name), "m"));
    }

    @Test
    void foreignMessagesAreRecorded() throws Exception {
        MapMessage map = plain.createMapMessage();
        map.setInt("n", 5);
        map.setIntProperty("p", 6);
        StreamMessage stream = plain.createStreamMessage();
        stream.writeLong(7);
        BytesMessage bytes = plain.createBytesMessage();
        bytes.writeBytes(new byte[] {1, 2});
        commit(() -> {
            jms.createProducer().send(queue, map);
            jms.createProducer().send(queue, stream);
            jms.createProducer().send(queue, bytes);
        });
        MapMessage first = received(MapMessage.class);
        assertThat(first.getObject("n")).isEqualTo(5);
        assertThat(first.getObjectProperty("p")).isEqualTo(6);
        assertThat(received(StreamMessage.class).readObject()).isEqualTo(7L);
        assertThat(received(BytesMessage.class).getBody(byte[].class)).isEqualTo(new byte[] {1, 2});
        assertThat(map.getJMSMessageID()).startsWith("ID:");
    }

    @Test
    void receivedMessageCanBeSentOn() throws Exception {
        commit(() -> jms.createProducer().setProperty("p", 5).send(queue, "m"));
        Message received = receive();
        commit(() -> jms.createProducer().send(jms.createQueue(name + "-next"), received));
        Message again = receive(name + "-next");
        assertThat(again.getBody(String.class)).isEqualTo("m");
        assertThat(again.getObjectProperty("p")).isEqualTo(5);
        assertThat(again.getStringProperty("onceward_id")).isNotEqualTo(received.getStringProperty("onceward_id"));
    }

    @Test
    void asynchronousSendCompletesWhenItIsRecorded() throws Exception {
        Completions completions = new Completions();
        commit(() -> {
            jms.createProducer().setAsync(completions).send(queue, "m");
            assertThat(completions.messages).singleElement().satisfies(each -> assertThat(each.getBody(String.class))
                    .isEqualTo("m"));
        });
        assertThat(receive().getJMSCorrelationID()).isNull();
    }

    @Test
    void asynchronousSendsOfTheClassicApiCompleteWhenTheyAreRecorded() throws Exception {
        startWithoutRelay(Map.of());
        Session session =
                onceward.outboxedConnectionFactory().createConnection().createSession();
        MessageProducer own = session.createProducer(queue);
        MessageProducer anonymous = session.createProducer(null);
        Completions completions = new Completions();
        commit(() -> {
            own.send(session.createTextMessage("1"), completions);
            own.send(session.createTextMessage("2"), DeliveryMode.PERSISTENT, 5, 0, completions);
            anonymous.send(queue, session.createTextMessage("3"), completions);
            anonymous.send(queue, session.createTextMessage("4"), DeliveryMode.PERSISTENT, 5, 0, completions);
        });
        assertThat(completions.messages)
                .extracting(each -> each.getBody(String.class))
                .containsExactly("1", "2", "3", "4");
        assertThat(database.rows("onceward_outbox")).isEqualTo(4);
    }

    @Test
    void refusedAsynchronousSendThrowsAndDoesNotComplete() throws Exception {
        Completions completions = new Completions();
        assertThatThrownBy(() -> jms.createProducer().setAsync(completions).send(queue, "without a transaction"))
                .hasMessageStartingWith("OWD-0040");
        assertThat(completions.messages).isEmpty();
    }

    /** Collects the messages of completed sends. */
    private static final class Completions implements CompletionListener {

        private final List<Message> messages = new ArrayList<>();

        @Override
        public void onCompletion(Message message) {
            messages.add(message);
        }

        @Override
        public void onException(Message message, Exception exception) {
            throw new AssertionError(exception);
        }
    }

    @Test
    void classicApiRecords() throws Exception {
        try (Connection connection = onceward.outboxedConnectionFactory().createConnection("user", "password");
                Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
                MessageProducer producer = session.createProducer(session.createQueue(name))) {
            producer.setPriority(6);
            TextMessage message = session.createTextMessage("classic");
            message.setLongProperty("n", 5);
            commit(() -> producer.send(message));
            commit(() -> producer.send(session.createTextMessage("urgent"), DeliveryMode.PERSISTENT, 9, 0));
        }
        TextMessage first = received(TextMessage.class);
        TextMessage second = received(TextMessage.class);
        TextMessage urgent = first.getText().equals("urgent") ? first : second;
        TextMessage classic = first.getText().equals("urgent") ? second : first;
        assertThat(urgent.getJMSPriority()).isEqualTo(9);
        assertThat(classic.getJMSPriority()).isEqualTo(6);
        assertThat(classic.getObjectProperty("n")).isEqualTo(5L);
    }

    private void refused(String code, Work work) {
        assertThatThrownBy(() -> commit(() -> {
                    Throwable thrown = null;
                    try {
                        work.run();
                    } catch (OncewardException e) {
                        thrown = e;
                        assertThat(e.code()).isEqualTo(code);
                        assertThat(e).isInstanceOf(InvalidCallException.class);
                    }
                    assertThat(thrown).as("a refusal").isNotNull();
                }))
                .as("the commit, although the application has caught the refusal")
                .isInstanceOf(Exception.class)
                .isNotInstanceOf(AssertionError.class);
        assertThat(database.rows("onceward_outbox")).isZero();
    }

    /** Waits until the published events are deleted, so that any row is a further one. */
    private void awaitDeletion() throws InterruptedException {
        Await.until("the deletion of published events", () -> database.rows("onceward_outbox") == 0);
    }

    /** An object of a class of the application. */
    private record Order(String id) implements Serializable {}

    /** An object of a class of the application, which Java serialization could not write. */
    public record Placed(@EventKey String id, BigDecimal total, Thread.State state) implements Serializable {}

    @Test
    void objectOfAnAllowedClassArrivesAsJsonAsFromTheOutbox() throws Exception {
        onceward.close();
        start(Map.of("onceward.object-classes", Placed.class.getName()));
        Placed placed = new Placed("1", new BigDecimal("2.50"), Thread.State.NEW);
        commit(() ->
                jms.createProducer().setPriority(7).setProperty("pieces", 5).send(queue, placed));
        TextMessage message = received(TextMessage.class);
        assertThat(message.getText()).isEqualTo("{\"id\":\"1\",\"state\":\"NEW\",\"total\":2.50}");
        assertThat(message.getJMSType()).isEqualTo("Placed");
        assertThat(message.getStringProperty("JMSXGroupID")).isEqualTo("1");
        assertThat(message.getJMSPriority()).isEqualTo(7);
        assertThat(message.getObjectProperty("pieces")).isEqualTo(5);
        assertThat(onceward.inbox().payload(message, Placed.class)).isEqualTo(placed);

        commit(() -> onceward.outbox().record(name, placed));
        TextMessage recorded = received(TextMessage.class);
        assertThat(recorded.getText()).isEqualTo(message.getText());
        assertThat(recorded.getJMSType()).isEqualTo(message.getJMSType());
        assertThat(recorded.propertyExists("onceward_contenttype"))
                .isEqualTo(message.propertyExists("onceward_contenttype"));
    }

    @Test
    void messageOverridesWhatTheClassOfItsObjectSays() throws Exception {
        onceward.close();
        start(Map.of(
                "onceward.object-classes",
                "java.util.Date",
                "mp.messaging.outgoing." + name + ".object-classes",
                Placed.class.getPackageName() + ".*"));
        refused("OWD-0314", () -> jms.createProducer().send(queue, new java.util.Date()));
        Placed placed = new Placed("1", BigDecimal.ONE, null);
        ObjectMessage object = jms.createObjectMessage(placed);
        object.setStringProperty("JMSXGroupID", "customer-7");
        object.setJMSType("Order");
        commit(() -> jms.createProducer().send(queue, object));
        Message message = receive();
        assertThat(message.getStringProperty("JMSXGroupID")).isEqualTo("customer-7");
        assertThat(message.getJMSType()).isEqualTo("Order");
    }

    /** An object that JSON-B can't write. */
    public static final class Unwritable implements Serializable {

        private static final long serialVersionUID = 1L;

        public String getText() {
            throw new IllegalStateException("on purpose");
        }
    }

    @Test
    void objectThatCantBeEncodedHasTheTransactionRolledBack() throws Exception {
        onceward.close();
        start(Map.of("onceward.object-classes", Unwritable.class.getName()));
        assertThatThrownBy(() -> commit(
                        () -> assertThatThrownBy(() -> jms.createProducer().send(queue, new Unwritable()))
                                .hasMessageStartingWith("OWD-0042")))
                .as("the commit, although the application has caught the refusal")
                .isInstanceOf(Exception.class)
                .isNotInstanceOf(AssertionError.class);
        assertThat(database.rows("onceward_outbox")).isZero();
    }

    @Test
    void refusedObjectNamesTheSetting() throws Exception {
        assertThatThrownBy(() -> commit(() -> jms.createProducer().send(queue, new Order("1"))))
                .hasMessageStartingWith("OWD-0314")
                .hasMessageContaining("onceward.object-classes")
                .hasMessageContaining(Order.class.getName());
    }

    @Test
    void whatCantBeRecordedHasTheTransactionRolledBack() throws Exception {
        refused("OWD-0314", () -> jms.createProducer().send(queue, new Order("1")));
        refused("OWD-0314", () -> jms.createProducer().send(queue, plain.createObjectMessage(new Order("1"))));
        refused("OWD-0314", () -> jms.createProducer().send(queue, Map.of("order", new Order("1"))));
        refused("OWD-0314", () -> jms.createProducer().send(queue, "\uD800"));
        refused("OWD-0314", () -> jms.createProducer().send(queue, Map.of("x", "\uD800")));
        refused("OWD-0312", () -> jms.createProducer().send(plain.createTemporaryQueue(), "m"));
        refused("OWD-0312", () -> jms.createProducer()
                .setJMSReplyTo(plain.createTemporaryQueue())
                .send(queue, "m"));
        refused("OWD-0313", () -> jms.createProducer().send(null, "m"));
        refused("OWD-0313", () -> jms.createProducer().send(jms.createQueue(" "), "m"));
        refused("OWD-0315", () -> jms.createProducer()
                .setProperty("correlationId", "a")
                .setJMSCorrelationID("b")
                .send(queue, "m"));
    }

    /** A message of a provider that can't do what is asked. */
    private static TextMessage broken() {
        return (TextMessage) Proxy.newProxyInstance(
                OutboxedTest.class.getClassLoader(), new Class<?>[] {TextMessage.class}, (proxy, method, arguments) -> {
                    throw new UnsupportedOperationException("broken on purpose");
                });
    }

    @Test
    void foreignMessageThatCantBeReadOrChangedHasTheTransactionRolledBack() throws Exception {
        refused("OWD-0317", () -> jms.createProducer().send(queue, broken()));
        refused("OWD-0317", () -> jms.createProducer().setProperty("p", 1).send(queue, broken()));
        commit(() -> jms.createProducer().send(queue, "m"));
        Message received = receive(); // its properties are read-only
        awaitDeletion();
        assertThatThrownBy(() ->
                        commit(() -> jms.createProducer().setProperty("p", 1).send(queue, received)))
                .hasMessageStartingWith("OWD-0317");
        assertThat(database.rows("onceward_outbox")).isZero();
    }

    /** A call that JMS itself forbids; the application catches the exception and commits. */
    private static void rolledBack(Class<? extends Exception> thrown, Work call) {
        assertThatThrownBy(() -> commit(() -> assertThatThrownBy(call::run).isInstanceOf(thrown)))
                .as("the commit")
                .isInstanceOf(Exception.class)
                .isNotInstanceOf(AssertionError.class);
    }

    @Test
    void misuseOfAProducerHasTheTransactionRolledBack() throws Exception {
        Session session =
                onceward.outboxedConnectionFactory().createConnection().createSession();
        TextMessage message = session.createTextMessage("m");
        MessageProducer anonymous = session.createProducer(null);
        MessageProducer own = session.createProducer(queue);
        rolledBack(UnsupportedOperationException.class, () -> anonymous.send(message));
        rolledBack(UnsupportedOperationException.class, () -> own.send(queue, message));
        rolledBack(InvalidCallException.class, () -> anonymous.send(null, message));
        rolledBack(InvalidCallException.class, () -> own.send(message, DeliveryMode.PERSISTENT, 10, 0));
        rolledBack(RuntimeException.class, () -> own.send(null));
        rolledBack(RuntimeException.class, () -> jms.createProducer().send(queue, (Message) null));
        assertThat(database.rows("onceward_outbox")).isZero();
    }

    @Test
    void channelWithSeveralDestinationsTakesNoMessage() throws Exception {
        onceward.close();
        start(Map.of("mp.messaging.outgoing." + name + ".destinations", "a=jms:queue:a,b=jms:queue:b"));
        refused("OWD-0318", () -> jms.createProducer().send(queue, "m"));
    }

    @Test
    void onlyDestinationOfAListTakesMessages() throws Exception {
        onceward.close();
        start(Map.of("mp.messaging.outgoing." + name + ".destinations", "a=jms:queue:" + name + "-v3"));
        commit(() -> jms.createProducer().send(queue, "m"));
        Message message = receive(name + "-v3");
        assertThat(message.getBody(String.class)).isEqualTo("m");
        assertThat(message.getStringProperty("onceward_channel")).isEqualTo(name + ".a");
    }

    @Test
    void envelopeOfAMessageWithoutABodyArrives() throws Exception {
        onceward.close();
        start(Map.of(
                "mp.messaging.outgoing." + name + ".envelope",
                "cloudevents-json",
                "onceward.cloudevents.source",
                "/test"));
        commit(() -> jms.createProducer().send(queue, jms.createTextMessage()));
        assertThat(receive().getBody(String.class)).contains("specversion");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "not-an-identifier", "1st", "JMSType", "JMS_AMQP_x", "_AMQ_x", "onceward_id", "LIKE"})
    void illegalNameOfAPropertyIsRefused(String illegal) {
        assertThatThrownBy(() -> jms.createProducer().setProperty(illegal, 1)).hasMessageStartingWith("OWD-0315");
        assertThatThrownBy(() -> jms.createMessage().setStringProperty(illegal, ""))
                .hasMessageStartingWith("OWD-0315");
    }

    @Test
    void illegalValuesAreRefused() {
        assertThatThrownBy(() -> jms.createProducer().setProperty("p", new Object()))
                .hasMessageStartingWith("OWD-0315");
        assertThatThrownBy(() -> jms.createProducer().setProperty(null, 1)).hasMessageStartingWith("OWD-0315");
        assertThatThrownBy(() -> jms.createProducer().setProperty("JMSXGroupSeq", "x"))
                .hasMessageStartingWith("OWD-0315");
        assertThatThrownBy(() -> jms.createProducer().setPriority(10)).hasMessageStartingWith("OWD-0316");
        assertThatThrownBy(() -> jms.createProducer().setTimeToLive(-1)).hasMessageStartingWith("OWD-0316");
        assertThatThrownBy(() -> jms.createProducer().setDeliveryDelay(Long.MAX_VALUE))
                .hasMessageStartingWith("OWD-0316");
        assertThatThrownBy(() -> jms.createProducer().setDeliveryMode(3)).hasMessageStartingWith("OWD-0316");
        assertThatThrownBy(() -> jms.createProducer().setJMSCorrelationIDAsBytes(new byte[] {-1}))
                .hasMessageStartingWith("OWD-0316");
    }

    static Stream<Work> callsOfTheContext() {
        JMSContext context = io.onceward.jms.outboxed.OutboxedConnectionFactory.of(new NoOutbox())
                .createContext();
        Queue queue = context.createQueue("q");
        Topic topic = context.createTopic("t");
        return Stream.of(
                () -> context.createConsumer(queue),
                () -> context.createConsumer(queue, "x = 1"),
                () -> context.createConsumer(topic, "x = 1", true),
                () -> context.createDurableConsumer(topic, "s"),
                () -> context.createDurableConsumer(topic, "s", "x = 1", true),
                () -> context.createSharedDurableConsumer(topic, "s"),
                () -> context.createSharedDurableConsumer(topic, "s", "x = 1"),
                () -> context.createSharedConsumer(topic, "s"),
                () -> context.createSharedConsumer(topic, "s", "x = 1"),
                () -> context.createBrowser(queue),
                () -> context.createBrowser(queue, "x = 1"),
                () -> context.unsubscribe("s"));
    }

    @ParameterizedTest
    @MethodSource("callsOfTheContext")
    void receivingIsRefused(Work call) {
        assertThatThrownBy(call::run).hasMessageStartingWith("OWD-0310").hasMessageContaining("message-driven bean");
    }

    @Test
    void transactionsAcknowledgementsAndTemporaryDestinationsAreRefused() throws Exception {
        Session session =
                onceward.outboxedConnectionFactory().createConnection().createSession();
        Stream.<Work>of(
                        jms::commit,
                        jms::rollback,
                        jms::recover,
                        jms::acknowledge,
                        session::commit,
                        session::rollback,
                        session::recover,
                        jms.createMessage()::acknowledge)
                .forEach(call -> assertThatThrownBy(call::run).hasMessageStartingWith("OWD-0311"));
        Stream.<Work>of(
                        jms::createTemporaryQueue,
                        jms::createTemporaryTopic,
                        session::createTemporaryQueue,
                        session::createTemporaryTopic)
                .forEach(call -> assertThatThrownBy(call::run).hasMessageStartingWith("OWD-0312"));
        Stream.<Work>of(
                        () -> session.createConsumer(queue),
                        () -> session.setMessageListener(null),
                        () -> session.createBrowser(queue),
                        () -> session.createDurableSubscriber(jms.createTopic("t"), "s"),
                        () -> session.createDurableConsumer(jms.createTopic("t"), "s"),
                        () -> session.createSharedConsumer(jms.createTopic("t"), "s"),
                        () -> session.createSharedDurableConsumer(jms.createTopic("t"), "s"),
                        session::run,
                        () -> onceward.outboxedConnectionFactory()
                                .createConnection()
                                .createSharedConnectionConsumer(jms.createTopic("t"), "s", null, null, 1),
                        () -> onceward.outboxedConnectionFactory()
                                .createConnection()
                                .createConnectionConsumer(queue, null, null, 1))
                .forEach(call -> assertThatThrownBy(call::run).hasMessageStartingWith("OWD-0310"));
        assertThatThrownBy(() -> jms.setClientID("c")).hasMessageStartingWith("OWD-0319");
    }

    @Test
    void sendingNeedsATransactionThatCanCommit() throws Exception {
        assertThatThrownBy(() -> jms.createProducer().send(queue, "m")).hasMessageStartingWith("OWD-0040");
        commit(() -> {
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            Thread other = new Thread(() -> {
                try {
                    jms.createProducer().send(queue, "m");
                } catch (OncewardException e) {
                    thrown.set(e);
                }
            });
            other.start();
            other.join();
            assertThat(thrown.get()).hasMessageStartingWith("OWD-0040");
        });
        assertThatThrownBy(() -> jms.createProducer().send(queue, "after the commit"))
                .hasMessageStartingWith("OWD-0040");
        Callable<Void> marked = () -> {
            database.transactionManager().setRollbackOnly();
            assertThatThrownBy(() -> jms.createProducer().send(queue, "m")).hasMessageStartingWith("OWD-0041");
            return null;
        };
        assertThatThrownBy(() -> MemoryDatabase.inTransaction(marked)).isNotInstanceOf(AssertionError.class);
        assertThat(database.rows("onceward_outbox")).isZero();
    }

    @Test
    void sendingAfterTheTransactionHasCompletedIsRefused() throws Exception {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        commit(() -> database.transactionManager().getTransaction().registerSynchronization(new Synchronization() {
            @Override
            public void beforeCompletion() {
                jms.createProducer().send(queue, "in time");
            }

            @Override
            public void afterCompletion(int status) {
                try {
                    jms.createProducer().send(queue, "too late");
                } catch (OncewardException e) {
                    thrown.set(e);
                }
            }
        }));
        assertThat(thrown.get()).isNotNull().asString().containsPattern("OWD-004[01]");
        assertThat(receive().getBody(String.class)).isEqualTo("in time");
        assertThat(plain.createConsumer(plain.createQueue(name)).receiveNoWait())
                .isNull();
    }

    @Test
    void namesOfNoQueueOrEntryHaveTheTransactionRolledBack() throws Exception {
        refused("OWD-0313", () -> jms.createProducer().send(jms.createQueue(null), "m"));
        rolledBack(RuntimeException.class, () -> jms.createProducer().send(queue, Collections.singletonMap("", 1)));
        rolledBack(RuntimeException.class, () -> jms.createProducer().send(queue, Collections.singletonMap(null, 1)));
        assertThat(database.rows("onceward_outbox")).isZero();
    }

    @Test
    void messagesCanBeReadBeforeTheyAreSent() throws Exception {
        MapMessage map = jms.createMapMessage();
        map.setString("n", "5");
        assertThat(map.getInt("n")).isEqualTo(5);
        assertThatThrownBy(() -> map.getBytes("n")).isInstanceOf(jakarta.jms.MessageFormatException.class);
        StreamMessage stream = jms.createStreamMessage();
        stream.writeBytes(new byte[] {1, 2, 3});
        stream.writeShort((short) 4);
        stream.reset();
        byte[] part = new byte[2];
        assertThat(stream.readBytes(part)).isEqualTo(2);
        assertThat(stream.readBytes(part)).isEqualTo(1);
        assertThat(stream.readInt()).isEqualTo(4);
        assertThatThrownBy(() -> stream.writeInt(1)).isInstanceOf(jakarta.jms.MessageNotWriteableException.class);
        BytesMessage bytes = jms.createBytesMessage();
        assertThatThrownBy(bytes::readInt).isInstanceOf(jakarta.jms.MessageNotReadableException.class);
        bytes.writeBytes("abc".getBytes(StandardCharsets.UTF_8));
        bytes.reset();
        assertThat(bytes.getBodyLength()).isEqualTo(3);
        assertThatThrownBy(bytes::readInt).isInstanceOf(jakarta.jms.MessageEOFException.class);
        assertThat(bytes.readByte()).isEqualTo((byte) 'a');
        Message message = jms.createMessage();
        message.setStringProperty("n", "7");
        assertThat(message.getLongProperty("n")).isEqualTo(7);
        assertThatThrownBy(() -> jms.createProducer().setProperty("n", 1.5).getIntProperty("n"))
                .isInstanceOf(jakarta.jms.MessageFormatRuntimeException.class);
    }
}
