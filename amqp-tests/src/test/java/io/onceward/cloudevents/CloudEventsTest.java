// SPDX-License-Identifier: Apache-2.0
package io.onceward.cloudevents;

import static java.time.ZoneOffset.UTC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.cloudevents.jackson.JsonFormat;
import io.onceward.api.InboxMetadata;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.Await;
import io.onceward.fixture.BrokerQueue;
import io.onceward.fixture.MemoryDatabase;
import io.onceward.standalone.Onceward;
import io.onceward.standalone.OncewardBuilder;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** CloudEvents that travel between Onceward and the SDK of CloudEvents, through a real broker. */
class CloudEventsTest {

    private static final OutboxMetadata PLACED = OutboxMetadata.none()
            .withId("id-1")
            .withKey("k")
            .withType("shop.Placed")
            .withHeader("tenant", "acme");

    private static final OffsetDateTime TIME = OffsetDateTime.parse("2026-05-01T12:00:00.123Z");

    private static final byte[] BYTES = {0, (byte) 0xFF, (byte) 0xC3, 0x28};

    private static AmqpBroker broker;
    private static AmqpClient amqp;

    private final String queue = "q-" + UUID.randomUUID();
    private final BlockingQueue<Handled> handled = new LinkedBlockingQueue<>();
    private MemoryDatabase database;
    private Onceward onceward;

    /** The class that JSON payloads are decoded to. */
    public record Order(int id, String customer) {}

    private record Handled(Object payload, InboxMetadata metadata) {}

    @BeforeAll
    static void start() throws Exception {
        broker = new AmqpBroker().start();
        amqp = new AmqpClient(broker);
    }

    @AfterAll
    static void stop() throws Exception {
        amqp.close();
        broker.close();
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

    // ---- from Onceward to the SDK

    @ParameterizedTest
    @ValueSource(strings = {"cloudevents", "cloudevents-json"})
    void sdkReadsWhatWasRecorded(String envelope) throws Exception {
        start(Map.of("onceward.envelope", envelope), null);
        OutboxMetadata metadata = OutboxMetadata.none()
                .withId("id-1")
                .withKey("größe")
                .withType("shop.Placed")
                .withHeader("tenant", "acmé \"\uD83D\uDE00\"")
                .withHeader("subject", "o7");
        record(new Order(7, "Müller\n\"\uD83D\uDE00"), metadata);
        CloudEvent event = AmqpClient.read(amqp.receive(queue));
        assertThat(event.getId()).isEqualTo("id-1");
        assertThat(event.getSource()).isEqualTo(URI.create("/shop"));
        assertThat(event.getType()).isEqualTo("shop.Placed");
        assertThat(event.getSubject()).isEqualTo("o7");
        assertThat(event.getDataContentType()).isEqualTo("application/json");
        assertThat(event.getTime()).isBetween(OffsetDateTime.now(UTC).minusMinutes(5), OffsetDateTime.now(UTC));
        assertThat(event.getExtension("tenant")).isEqualTo("acmé \"\uD83D\uDE00\"");
        assertThat(event.getExtension("partitionkey")).isEqualTo("größe");
        assertThat(new String(event.getData().toBytes(), StandardCharsets.UTF_8))
                .isEqualTo("{\"customer\":\"Müller\\n\\\"\uD83D\uDE00\",\"id\":7}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"cloudevents", "cloudevents-json"})
    void sdkReadsBytesAndTexts(String envelope) throws Exception {
        start(Map.of("mp.messaging.outgoing.orders.envelope", envelope), null);
        record(BYTES, OutboxMetadata.none());
        CloudEvent bytes = AmqpClient.read(amqp.receive(queue));
        assertThat(bytes.getData().toBytes()).isEqualTo(BYTES);
        assertThat(bytes.getDataContentType()).isEqualTo("application/octet-stream");
        record("grüß \"dich\"", OutboxMetadata.none());
        CloudEvent text = AmqpClient.read(amqp.receive(queue));
        assertThat(text.getData().toBytes()).isEqualTo("grüß \"dich\"".getBytes(StandardCharsets.UTF_8));
        assertThat(text.getDataContentType()).isEqualTo("text/plain");
    }

    @Test
    void contentTypeOfAmqpIsThatOfTheMode() throws Exception {
        start(Map.of("onceward.envelope", "cloudevents-json"), null);
        record("x", OutboxMetadata.none());
        assertThat(amqp.receive(queue).contentType()).isEqualTo("application/cloudevents+json; charset=UTF-8");
    }

    @Test
    void channelMayHaveNoEnvelope() throws Exception {
        start(Map.of("onceward.envelope", "cloudevents", "mp.messaging.outgoing.orders.envelope", "none"), null);
        record("x", OutboxMetadata.none());
        assertThat(received().propertyExists("cloudEvents_id")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"cloudevents", "cloudevents-json"})
    void ownPropertiesStayBesideTheEnvelope(String envelope) throws Exception {
        start(Map.of("onceward.envelope", envelope), null);
        record(new Order(7, "x"), PLACED);
        Message message = received();
        assertThat(message.getStringProperty("onceward_id")).isEqualTo("id-1");
        assertThat(message.getStringProperty("JMSXGroupID")).isEqualTo("k");
        assertThat(message.getJMSType()).isEqualTo("shop.Placed");
        assertThat(message.getStringProperty("tenant")).isEqualTo("acme");
        assertThat(message).isInstanceOf(TextMessage.class);
    }

    // ---- from Onceward to Onceward

    @ParameterizedTest
    @ValueSource(strings = {"cloudevents", "cloudevents-json"})
    void storedInboxReadsWhatWasRecorded(String envelope) throws Exception {
        start(Map.of("onceward.envelope", envelope), Order.class);
        record(new Order(7, "Müller"), PLACED);
        Handled message = handled.poll(30, TimeUnit.SECONDS);
        assertThat(message.payload()).isEqualTo(new Order(7, "Müller"));
        InboxMetadata metadata = message.metadata();
        assertThat(metadata.id()).isEqualTo("id-1");
        assertThat(metadata.key()).isEqualTo("k");
        assertThat(metadata.type()).isEqualTo("shop.Placed");
        assertThat(metadata.contentType()).isEqualTo("application/json");
        assertThat(metadata.headers())
                .containsEntry("tenant", "acme")
                .containsEntry("cloudEvents_source", "/shop")
                .containsEntry("cloudEvents_tenant", "acme")
                .doesNotContainKeys("id", "source", "partitionkey");
    }

    // ---- from the SDK to the stored inbox

    @Test
    void binaryEventsOfAmqpAreStored() throws Exception {
        start(Map.of(), Order.class);
        amqp.sendBinary(queue, order("1"));
        assertOrder(handled.poll(30, TimeUnit.SECONDS));
    }

    @Test
    void structuredEventsOfAmqpAreStored() throws Exception {
        start(Map.of(), Order.class);
        amqp.sendStructured(queue, order("1"));
        assertOrder(handled.poll(30, TimeUnit.SECONDS));
    }

    @Test
    void structuredEventsOfJmsAreStored() throws Exception {
        start(Map.of(), Order.class);
        send(session -> structured(session.createBytesMessage(), order("1")));
        assertOrder(handled.poll(30, TimeUnit.SECONDS));
        send(session -> {
            Message message = session.createTextMessage(
                    new String(new JsonFormat().serialize(order("2")), StandardCharsets.UTF_8));
            message.setStringProperty("contentType", JsonFormat.CONTENT_TYPE);
            return message;
        });
        assertThat(handled.poll(30, TimeUnit.SECONDS).metadata().id()).isEqualTo("ce https://sdk.example/a?b 2");
    }

    @Test
    void bytesAreStoredInBothModes() throws Exception {
        start(Map.of(), byte[].class);
        CloudEvent event = CloudEventBuilder.v1()
                .withId("1")
                .withSource(URI.create("/sdk"))
                .withType("t")
                .withData("application/x", BYTES)
                .build();
        amqp.sendBinary(queue, event);
        Handled binary = handled.poll(30, TimeUnit.SECONDS);
        amqp.sendStructured(queue, CloudEventBuilder.v1(event).withId("2").build());
        Handled structured = handled.poll(30, TimeUnit.SECONDS);
        assertThat((byte[]) binary.payload()).isEqualTo(BYTES);
        assertThat((byte[]) structured.payload()).isEqualTo(BYTES);
        assertThat(binary.metadata().contentType()).isEqualTo("application/x");
        assertThat(structured.metadata().contentType()).isEqualTo("application/x");
    }

    @Test
    void eventIsTheSameInBothModesAndAnotherOneOfAnotherSource() throws Exception {
        start(Map.of(), Order.class);
        amqp.sendBinary(queue, order("1"));
        amqp.sendStructured(queue, order("1"));
        amqp.sendBinary(queue, order("1"));
        amqp.sendStructured(
                queue,
                CloudEventBuilder.v1(order("1"))
                        .withSource(URI.create("/other"))
                        .build());
        assertThat(handled.poll(30, TimeUnit.SECONDS).metadata().id()).isEqualTo("ce https://sdk.example/a?b 1");
        assertThat(handled.poll(30, TimeUnit.SECONDS).metadata().id()).isEqualTo("ce /other 1");
        assertThat(handled.poll(500, TimeUnit.MILLISECONDS)).isNull();
    }

    @Test
    void invalidEventIsLeftToTheBroker() throws Exception {
        start(Map.of(), Order.class);
        for (String body : new String[] {"{\"specversion\":\"1.0\"}", "{", "[".repeat(100_000)}) {
            send(session -> {
                Message message = session.createTextMessage(body);
                message.setStringProperty("contentType", "application/cloudevents+json");
                return message;
            });
        }
        send(session -> {
            Message message = session.createTextMessage("[]");
            message.setStringProperty("contentType", "application/cloudevents-batch+json");
            return message;
        });
        amqp.sendBinary(queue, order("1"));
        assertOrder(handled.poll(30, TimeUnit.SECONDS));
        Await.until("an empty queue", () -> queue().size() == 0);
        assertThat(handled).isEmpty();
    }

    // ---- inline

    @Test
    void idempotentConsumerRecognisesEventsOfTheSdk() throws Exception {
        start(Map.of(), null);
        amqp.sendBinary(queue, order("1"));
        amqp.sendStructured(queue, order("1"));
        assertThat(once(received())).isTrue();
        Message second = received();
        assertThat(once(second)).isFalse();
        send(session -> structured(session.createBytesMessage(), order("2")));
        BytesMessage third = (BytesMessage) received();
        assertThat(once(third)).isTrue();
        byte[] body = new byte[(int) third.getBodyLength()];
        assertThat(third.readBytes(body))
                .as("the bytes that the handler still can read")
                .isEqualTo(body.length);
        assertThat(once(third)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/cloudevents+json", "application/cloudevents-batch+json"})
    void idempotentConsumerRefusesInvalidEvents(String contentType) throws Exception {
        start(Map.of(), null);
        send(session -> {
            Message message = session.createTextMessage("secret");
            message.setStringProperty("contentType", contentType);
            return message;
        });
        Message message = received();
        assertThatThrownBy(() -> once(message))
                .hasMessageStartingWith("OWD-0125")
                .hasMessageNotContaining("secret");
    }

    // ---- at the start

    @Test
    void wrongConfigurationIsRefused() {
        assertThatThrownBy(() -> refused("onceward.cloudevents.source", "")).hasMessageStartingWith("OWD-0033");
        assertThatThrownBy(() -> refused("onceward.cloudevents.source", "a b"))
                .hasMessageStartingWith("OWD-0007")
                .hasMessageContaining("onceward.cloudevents.source");
        assertThatThrownBy(() -> refused("onceward.cloudevents.source", "/größe"))
                .hasMessageStartingWith("OWD-0007");
        assertThatThrownBy(() -> refused("onceward.envelope", "CloudEvents")).hasMessageStartingWith("OWD-0007");
        assertThatThrownBy(() -> refused("mp.messaging.outgoing.orders.envelope", "json"))
                .hasMessageStartingWith("OWD-0007")
                .hasMessageContaining("mp.messaging.outgoing.orders.envelope");
    }

    private void refused(String key, String value) {
        Map<String, String> configuration = new HashMap<>(Map.of("onceward.envelope", "cloudevents"));
        configuration.put(key, value);
        start(configuration, null);
    }

    // ---- help

    private <T> void start(Map<String, String> more, Class<T> handles) {
        Map<String, String> configuration = new HashMap<>(Map.of(
                "onceward.schema", "create",
                "onceward.relay.polling-interval", "PT0.05S",
                "onceward.cloudevents.source", "/shop",
                "mp.messaging.outgoing.orders.destination", "queue:" + queue));
        configuration.putAll(more);
        OncewardBuilder builder = Onceward.builder()
                .transactionManager(database.transactionManager())
                .synchronizationRegistry(database.synchronizationRegistry())
                .dataSource(database.pool())
                .connectionFactory(broker.connectionFactory());
        if (handles != null) {
            configuration.put("mp.messaging.incoming.orders.destination", "queue:" + queue);
            builder.handle(
                    "orders", "billing", handles, (payload, metadata) -> handled.add(new Handled(payload, metadata)));
        }
        onceward = builder.configuration(configuration).start();
    }

    private void record(Object payload, OutboxMetadata metadata) throws Exception {
        MemoryDatabase.inTransaction(() -> onceward.outbox().record("orders", payload, metadata));
    }

    private boolean once(Message message) throws Exception {
        return onceward.once("billing", message, () -> {});
    }

    private static CloudEvent order(String id) {
        return CloudEventBuilder.v1()
                .withId(id)
                .withSource(URI.create("https://sdk.example/a?b"))
                .withType("sdk.Placed")
                .withTime(TIME)
                .withSubject("größe")
                .withExtension("partitionkey", "k\"ü")
                .withExtension("tenant", "acmé \uD83D\uDE00")
                .withExtension("count", 5)
                .withData(
                        "application/json",
                        "{\"id\":7,\"customer\":\"Müller \uD83D\uDE00\"}".getBytes(StandardCharsets.UTF_8))
                .build();
    }

    private static void assertOrder(Handled message) {
        assertThat(message.payload()).isEqualTo(new Order(7, "Müller \uD83D\uDE00"));
        InboxMetadata metadata = message.metadata();
        assertThat(metadata.id()).isEqualTo("ce https://sdk.example/a?b 1");
        assertThat(metadata.key()).isEqualTo("k\"ü");
        assertThat(metadata.type()).isEqualTo("sdk.Placed");
        assertThat(metadata.contentType()).isEqualTo("application/json");
        assertThat(metadata.headers())
                .containsEntry("tenant", "acmé \uD83D\uDE00")
                .containsEntry("count", "5")
                .containsEntry("subject", "größe")
                .containsEntry("cloudEvents_source", "https://sdk.example/a?b")
                .containsEntry("cloudEvents_id", "1");
        assertThat(OffsetDateTime.parse(metadata.headers().get("cloudEvents_time")))
                .isEqualTo(TIME);
    }

    private static Message structured(BytesMessage message, CloudEvent event) throws JMSException {
        message.writeBytes(new JsonFormat().serialize(event));
        message.setStringProperty("contentType", JsonFormat.CONTENT_TYPE);
        return message;
    }

    private void send(BrokerQueue.MessageFactory message) throws JMSException {
        queue().send(message);
    }

    private Message received() throws JMSException {
        return queue().receive();
    }

    private BrokerQueue queue() {
        return new BrokerQueue(broker.connectionFactory(), queue);
    }
}
