// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.EventKey;
import io.onceward.api.EventType;
import io.onceward.api.Outbox;
import io.onceward.api.OutboxMetadata;
import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.selection.SameInFamily;
import io.onceward.scenarios.support.Await;
import io.onceward.scenarios.support.Callers;
import io.onceward.scenarios.support.ConsumedMessage;
import io.onceward.scenarios.support.EjbCaller;
import io.onceward.scenarios.support.Queues;
import io.onceward.scenarios.support.Tables;
import io.onceward.spi.PayloadCodec;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The message and its destination, as a consumer sees them that knows nothing of Onceward. */
@ExtendWith(ArquillianExtension.class)
@SameInFamily
public class MessageScenario {

    static final String CHANNEL = "message";

    @Inject
    Outbox outbox;

    @Inject
    Callers callers;

    @EJB
    Queues queues;

    @EJB
    Tables tables;

    @Deployment
    static WebArchive application() {
        return Deployments.configured(
                Deployments.application(
                        "message",
                        Await.class,
                        Callers.class,
                        EjbCaller.class,
                        Queues.class,
                        ConsumedMessage.class,
                        Tables.class,
                        Subscriber.class),
                "onceward.schema=create",
                "onceward.datasource=jdbc/postgresql",
                "mp.messaging.outgoing.message_queue.destination=queue:message_named",
                "mp.messaging.outgoing.message_topic.destination=topic:message_topic",
                "mp.messaging.outgoing.message_jndi.destination=jms/queue/message_by_name",
                "mp.messaging.outgoing.message_factory.connection-factory=jms/localConnectionFactory",
                "mp.messaging.outgoing.message_full.message-properties=full");
    }

    /** Removes the messages of a failed test. */
    @BeforeEach
    void beginWithNothing() {
        if (queues != null) { // in the server, not in the test's own process
            all(CHANNEL);
        }
    }

    // ---- the message

    @Test
    void aMessageCarriesTheEventInPropertiesThatEveryConsumerCanRead() throws Exception {
        record(
                new Placed("42", 3),
                OutboxMetadata.none()
                        .withId("id-1")
                        .withKey("key-1")
                        .withType("OrderPlaced")
                        .withHeader("tenant", "acme")
                        .withHeader("empty", "")
                        .withHeader("text", "grün, \"quoted\" \\ and\nnew line"));

        ConsumedMessage message = published(CHANNEL);
        assertThat(properties(message))
                .isEqualTo(Map.of(
                        "onceward_id", "id-1",
                        "JMSXGroupID", "key-1",
                        "tenant", "acme",
                        "empty", "",
                        "text", "grün, \"quoted\" \\ and\nnew line"));
        assertThat(message.text()).isEqualTo("{\"id\":\"42\",\"pieces\":3}");
        assertThat(message.type()).isEqualTo("OrderPlaced");
        assertThat(message.correlationId()).isNull();
        assertThat(message.persistent()).isTrue();
    }

    @Test
    void aMessageCarriesAllPropertiesIfTheChannelAsksForThem() throws Exception {
        OutboxMetadata metadata =
                OutboxMetadata.none().withId("id-1").withKey("key-1").withType("OrderPlaced");
        callers.commit(() -> outbox.record("message_full", new Placed("42", 3), metadata));

        ConsumedMessage message = published("message_full");
        assertThat(properties(message))
                .isEqualTo(Map.of(
                        "onceward_id", "id-1",
                        "onceward_channel", "message_full",
                        "onceward_key", "key-1",
                        "onceward_type", "OrderPlaced",
                        "onceward_contenttype", "application/json",
                        "JMSXGroupID", "key-1"));
        assertThat(message.type()).isEqualTo("OrderPlaced");
        assertThat(message.correlationId()).isEqualTo("id-1");
    }

    private static Map<String, Object> properties(ConsumedMessage message) {
        Map<String, Object> properties = new TreeMap<>(message.properties());
        properties.remove("traceparent"); // where the server makes spans
        return properties;
    }

    @Test
    void withoutMetadataAnEventHasARandomIdNoKeyAndItsClassAsType() throws Exception {
        String id = record(new Placed("42", 3), OutboxMetadata.none());

        ConsumedMessage message = published(CHANNEL);
        assertThat(message.id()).isEqualTo(id).isEqualTo(UUID.fromString(id).toString());
        assertThat(properties(message)).containsOnlyKeys("onceward_id");
        assertThat(message.type()).isEqualTo("Placed");
        assertThat(message.correlationId()).isNull();
    }

    @Test
    void theHeaderCorrelationIdBecomesTheCorrelationIdOfTheMessage() throws Exception {
        record(new Placed("42", 3), OutboxMetadata.none().withHeader("correlationId", "request-7"));

        ConsumedMessage message = published(CHANNEL);
        assertThat(message.correlationId()).isEqualTo("request-7");
        assertThat(message.property("correlationId")).isEqualTo("request-7");
    }

    /** Repeated with a longer delay if the machine was too slow to publish the other event in the meantime. */
    @Test
    void anEventIsNotPublishedBeforeItsTime() throws Exception {
        Duration delay = Duration.ofSeconds(1);
        while (!anotherEventOvertakesOneThatIsDueAfter(delay)) {
            delay = delay.multipliedBy(3);
            assertThat(delay).as("delay in which no other event was published").isLessThan(Duration.ofSeconds(20));
        }
    }

    private boolean anotherEventOvertakesOneThatIsDueAfter(Duration delay) throws Exception {
        Instant due = Instant.now().plus(delay);
        String later = record(new Placed("later", 1), OutboxMetadata.none().withDeliverAt(due));
        String past = record(
                new Placed("past", 1),
                OutboxMetadata.none().withDeliverAt(Instant.now().minusSeconds(60)));

        ConsumedMessage first = queues.receive(CHANNEL);
        ConsumedMessage second = queues.receive(CHANNEL);
        assertThat(List.of(first.id(), second.id())).containsExactlyInAnyOrder(past, later);
        boolean overtook = first.id().equals(past);
        assertThat((overtook ? second : first).timestamp()).isGreaterThanOrEqualTo(due.toEpochMilli());
        return overtook;
    }

    @Test
    void theEventsClassGivesKeyAndType() throws Exception {
        for (Object event : List.of(new KeyedComponent(7), new KeyedMethod(), new KeyedField(), new KeyedHeir())) {
            record(event, OutboxMetadata.none());

            ConsumedMessage message = published(CHANNEL);
            assertThat(message.key()).as(event.getClass().getSimpleName()).isEqualTo("7");
            assertThat(message.type()).as(event.getClass().getSimpleName()).isEqualTo("order.placed");
        }
    }

    @Test
    void metadataTakesPrecedenceOverTheClass() throws Exception {
        record(new KeyedComponent(7), OutboxMetadata.none().withKey("8").withType("other"));

        ConsumedMessage message = published(CHANNEL);
        assertThat(message.key()).isEqualTo("8");
        assertThat(message.type()).isEqualTo("other");
    }

    @Test
    void aNullKeyInThePayloadIsNoKey() throws Exception {
        record(new KeyedComponent(null), OutboxMetadata.none());

        assertThat(published(CHANNEL).properties()).doesNotContainKey("JMSXGroupID");
    }

    // ---- payloads

    @Test
    void aStringIsATextMessageWithoutChange() throws Exception {
        record("grün \u20ac \uD83D\uDE80", OutboxMetadata.none());

        ConsumedMessage message = published(CHANNEL);
        assertThat(message.text()).isEqualTo("grün \u20ac \uD83D\uDE80");
        assertThat(message.property("onceward_contenttype")).isEqualTo("text/plain");
    }

    @Test
    void bytesAreABytesMessageWithoutChange() throws Exception {
        byte[] bytes = {0, 1, -1, 127, -128};
        record(bytes, OutboxMetadata.none());

        ConsumedMessage message = published(CHANNEL);
        assertThat(message.bytes()).containsExactly(bytes);
        assertThat(message.text()).isNull();
        assertThat(message.properties()).doesNotContainKey("onceward_contenttype");
    }

    @Test
    void anEmptyPayloadIsAnEmptyMessage() throws Exception {
        record("", OutboxMetadata.none());
        record(new byte[0], OutboxMetadata.none());

        List<ConsumedMessage> all = all(CHANNEL);
        assertThat(all.get(0).text()).isIn("", null);
        assertThat(all.get(1).bytes()).isNullOrEmpty();
    }

    @Test
    void aLargePayloadArrivesWhole() throws Exception {
        String large = "0123456789".repeat(100_000);
        record(large, OutboxMetadata.none());

        assertThat(published(CHANNEL).text()).isEqualTo(large);
    }

    @Test
    void anEventIsEncodedAtTheCallSoThatLaterChangesDoNotReachIt() throws Exception {
        byte[] bytes = {1, 2, 3};
        List<String> words = new ArrayList<>(List.of("before"));
        callers.commit(() -> {
            outbox.record(CHANNEL, bytes);
            outbox.record(CHANNEL, words);
            bytes[0] = 9;
            words.set(0, "after");
        });

        List<ConsumedMessage> all = all(CHANNEL);
        assertThat(all.get(0).bytes()).containsExactly(1, 2, 3);
        assertThat(all.get(1).text()).isEqualTo("[\"before\"]");
    }

    @Test
    void aCodecOfTheApplicationTakesPrecedenceOverTheBuiltInOnes() throws Exception {
        record(new Csv("a", "b"), OutboxMetadata.none());
        record(new Binary("x"), OutboxMetadata.none());

        List<ConsumedMessage> all = all(CHANNEL);
        assertThat(all.get(0).text()).isEqualTo("a;b");
        assertThat(all.get(0).property("onceward_contenttype")).isEqualTo("text/csv");
        assertThat(all.get(1).bytes()).containsExactly('x');
        assertThat(all.get(1).property("onceward_contenttype")).isEqualTo("application/x-binary");
    }

    // ---- order, and the table

    @Test
    void eventsOfAKeyArriveInTheOrderOfTheirCommits() throws Exception {
        int count = 120;
        for (int i = 0; i < count; i++) {
            String text = Integer.toString(i);
            OutboxMetadata metadata = OutboxMetadata.none().withKey("key-" + i % 3);
            callers.commit(() -> outbox.record(CHANNEL, text, metadata));
        }

        List<ConsumedMessage> all = all(CHANNEL);
        assertThat(all).hasSize(count);
        for (int k = 0; k < 3; k++) {
            String key = "key-" + k;
            int first = k;
            assertThat(all.stream().filter(message -> key.equals(message.key())))
                    .extracting(ConsumedMessage::text)
                    .containsExactlyElementsOf(IntStream.range(0, count / 3)
                            .mapToObj(i -> Integer.toString(first + 3 * i))
                            .toList());
        }
    }

    @Test
    void moreEventsThanOneBatchArriveInOrder() throws Exception {
        int count = 1_234;
        callers.commit(() -> IntStream.range(0, count)
                .forEach(i -> outbox.record(
                        CHANNEL, Integer.toString(i), OutboxMetadata.none().withKey("one"))));

        assertThat(all(CHANNEL))
                .extracting(ConsumedMessage::text)
                .containsExactlyElementsOf(
                        IntStream.range(0, count).mapToObj(Integer::toString).toList());
    }

    // ---- destinations

    @Test
    void aChannelsOwnNameIsTheQueueByDefault() throws Exception {
        record("message_default", "x");

        assertThat(all("message_default")).hasSize(1);
    }

    @Test
    void aChannelCanNameAQueueInTheBroker() throws Exception {
        record("message_queue", "x");

        assertThat(published("message_named").property("onceward_channel")).isEqualTo("message_queue");
        assertThat(queues.drain("message_queue")).isEmpty();
    }

    @Test
    void aChannelCanNameATopic() throws Exception {
        Await.until("a subscriber of the topic", () -> {
            queues.publish("message_topic", "are you there?", Map.of());
            return !Subscriber.RECEIVED.isEmpty();
        });

        record("message_topic", "to the topic");

        Await.until("the event at the subscriber", () -> Subscriber.RECEIVED.contains("to the topic"));
    }

    @Test
    void aChannelCanNameADestinationInJndi() throws Exception {
        record("message_jndi", "x");

        assertThat(published("message_by_name").property("onceward_channel")).isEqualTo("message_jndi");
    }

    @Test
    void aChannelCanHaveItsOwnConnectionFactory() throws Exception {
        record("message_factory", "x");

        assertThat(all("message_factory")).hasSize(1);
    }

    // ----

    private String record(Object payload, OutboxMetadata metadata) throws Exception {
        List<String> id = new ArrayList<>();
        callers.commit(() -> id.add(outbox.record(CHANNEL, payload, metadata)));
        return id.get(0);
    }

    private void record(String channel, String payload) throws Exception {
        callers.commit(() -> outbox.record(channel, payload));
    }

    private ConsumedMessage published(String queue) {
        List<ConsumedMessage> all = all(queue);
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    /** An event is gone from the table only after the broker has it. */
    private List<ConsumedMessage> all(String queue) {
        Tables.awaitEmptyOutbox(tables);
        return queues.drain(queue);
    }

    /** An event without annotations. */
    public record Placed(String id, int pieces) {}

    /** The key is a component. */
    @EventType("order.placed")
    public record KeyedComponent(@EventKey Integer order) {}

    /** The key is what a method returns. */
    @EventType("order.placed")
    public static class KeyedMethod {

        @EventKey
        public long order() {
            return 7;
        }
    }

    /** The key is a private field. */
    @EventType("order.placed")
    public static class KeyedField {

        @EventKey
        private final String order = "7";

        public String getOrder() {
            return order;
        }
    }

    /** Key and type are inherited. */
    public static class KeyedHeir extends KeyedField {}

    /** A payload for the application's own codec. */
    public record Csv(String one, String two) {}

    /** Another one. */
    public record Binary(String text) {}

    @ApplicationScoped
    public static class CsvCodec implements PayloadCodec {

        @Override
        public boolean handles(Class<?> type) {
            return type == Csv.class;
        }

        @Override
        public String contentType() {
            return "text/csv";
        }

        @Override
        public byte[] encode(Object payload) {
            Csv csv = (Csv) payload;
            return (csv.one() + ";" + csv.two()).getBytes(StandardCharsets.UTF_8);
        }
    }

    @ApplicationScoped
    public static class BinaryCodec implements PayloadCodec {

        @Override
        public boolean handles(Class<?> type) {
            return type == Binary.class;
        }

        @Override
        public String contentType() {
            return "application/x-binary";
        }

        @Override
        public byte[] encode(Object payload) {
            return ((Binary) payload).text().getBytes(StandardCharsets.US_ASCII);
        }
    }
}
