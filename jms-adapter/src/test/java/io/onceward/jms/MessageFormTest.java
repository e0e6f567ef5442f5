// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.cloudevents.JsonFormat;
import io.onceward.fixture.ArtemisBroker;
import io.onceward.outbox.CloudEventEnvelope;
import io.onceward.queue.RecordedEvent;
import io.onceward.spi.MessageIdentity.Identity;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Both forms of a message, as Artemis delivers them. */
class MessageFormTest {

    private static final long PATIENCE_MILLIS = 30_000;

    private static final String FACTORY = "?jndiConnectionFactoryName=jms/cf";

    /** The JNDI name of the queue {@code shop.orders}. */
    private static final String BY_NAME = "jms:jndi:jms/orders";

    private static final byte[] JSON = "{\"id\":7}".getBytes(StandardCharsets.UTF_8);

    private static final byte[] NO_UTF_8 = {(byte) 0xFF, 0, (byte) 0xFE};

    private static final RecordedEvent PLACED = new RecordedEvent(
            "id-1", "orders", "k1", "OrderPlaced", JSON, "application/json", Map.of(), "jms:queue:orders", 0, null);

    private static ArtemisBroker broker;
    private static Connection connection;
    private static Session session;

    @BeforeAll
    static void open(@TempDir Path folder) throws Exception {
        broker = new ArtemisBroker(folder).start();
        connection = broker.connectionFactory().createConnection();
        session = connection.createSession();
        connection.start();
    }

    @AfterAll
    static void close() throws Exception {
        connection.close();
        broker.close();
    }

    // ---- the message

    @Test
    void shortFormHasIdKeyAndType() throws Exception {
        Message message = sent(PLACED, MessageForm.SHORT);
        assertThat(properties(message)).isEqualTo(Map.of("onceward_id", "id-1", "JMSXGroupID", "k1"));
        assertThat(message.getJMSType()).isEqualTo("OrderPlaced");
        assertThat(message.getJMSCorrelationID()).isNull();
    }

    @Test
    void shortFormOfAnEventWithoutAKeyHasNoGroup() throws Exception {
        Message message = sent(withKey(null), MessageForm.SHORT);
        assertThat(properties(message)).isEqualTo(Map.of("onceward_id", "id-1"));
        assertThat(message.getJMSType()).isEqualTo("OrderPlaced");
    }

    @Test
    void fullFormHasAllProperties() throws Exception {
        Message message = sent(PLACED, MessageForm.FULL);
        assertThat(properties(message))
                .isEqualTo(Map.of(
                        "onceward_id", "id-1",
                        "onceward_channel", "orders",
                        "onceward_key", "k1",
                        "onceward_type", "OrderPlaced",
                        "onceward_contenttype", "application/json",
                        "JMSXGroupID", "k1"));
        assertThat(message.getJMSType()).isEqualTo("OrderPlaced");
        assertThat(message.getJMSCorrelationID()).isEqualTo("id-1");
    }

    @ParameterizedTest
    @EnumSource
    void headersAreInBothForms(MessageForm form) throws Exception {
        Message message = sent(PLACED.withHeaders(Map.of("tenant", "acme", "traceparent", "00-1-2-03")), form);
        assertThat(properties(message)).containsEntry("tenant", "acme").containsEntry("traceparent", "00-1-2-03");
    }

    @ParameterizedTest
    @CsvSource({
        "application/json, false",
        "application/octet-stream, false",
        "application/json;charset=UTF-8, true",
        "text/plain, true",
        "application/xml, true",
        "application/x-binary, true"
    })
    void contentTypeIsWrittenUnlessTheBodyImpliesIt(String contentType, boolean written) throws Exception {
        Map<String, Object> properties = properties(sent(with(JSON, contentType), MessageForm.SHORT));
        assertThat(properties.get("onceward_contenttype")).isEqualTo(written ? contentType : null);
    }

    @Test
    void contentTypeOfAMalformedTextIsWritten() throws Exception {
        Message message = sent(with(NO_UTF_8, "application/json"), MessageForm.SHORT);
        assertThat(message).isInstanceOf(BytesMessage.class);
        assertThat(properties(message)).containsEntry("onceward_contenttype", "application/json");
    }

    @ParameterizedTest
    @CsvSource({
        "contentType, text/csv, true",
        "contentType, application/json, false",
        "cloudEvents_datacontenttype, text/csv, true",
        "cloudEvents_datacontenttype, application/json, false"
    })
    void contentTypeIsWrittenBesideAHeaderThatNamesAnotherOne(String header, String value, boolean written)
            throws Exception {
        Map<String, Object> properties = properties(sent(PLACED.withHeaders(Map.of(header, value)), MessageForm.SHORT));
        assertThat(properties.containsKey("onceward_contenttype")).isEqualTo(written);
    }

    @ParameterizedTest
    @CsvSource({
        "jms:queue:orders, orders, false",
        "jms:topic:news, news, false",
        "jms:queue:shop.orders, orders, true",
        "jms:topic:shop.news, news, true",
        BY_NAME + ", shop.orders, false",
        BY_NAME + ", orders, true"
    })
    void channelIsWrittenUnlessTheDestinationHasItsName(String destination, String channel, boolean written)
            throws Exception {
        RecordedEvent event = at(destination, channel);
        assertThat(properties(sent(event, MessageForm.SHORT)).get("onceward_channel"))
                .isEqualTo(written ? channel : null);
    }

    @ParameterizedTest
    @CsvSource({"request-7", "id-1"})
    void correlationIdOfTheApplicationIsWritten(String correlationId) throws Exception {
        Message message = sent(PLACED.withHeaders(Map.of("correlationId", correlationId)), MessageForm.SHORT);
        assertThat(message.getJMSCorrelationID()).isEqualTo(correlationId);
    }

    @Test
    void attributesOfACloudEventAreInTheShortForm() throws Exception {
        assertThat(properties(sent(new CloudEventEnvelope("/shop", null).apply(PLACED), MessageForm.SHORT)))
                .containsOnlyKeys(
                        "onceward_id",
                        "JMSXGroupID",
                        "JMS_AMQP_ContentType",
                        "cloudEvents_specversion",
                        "cloudEvents_id",
                        "cloudEvents_source",
                        "cloudEvents_type",
                        "cloudEvents_time",
                        "cloudEvents_datacontenttype",
                        "cloudEvents_partitionkey");
    }

    @Test
    void structuredCloudEventHasItsContentTypeInTheShortForm() throws Exception {
        RecordedEvent event = new CloudEventEnvelope("/shop", new JsonFormat()).apply(PLACED);
        assertThat(properties(sent(event, MessageForm.SHORT)))
                .isEqualTo(Map.of(
                        "onceward_id",
                        "id-1",
                        "JMSXGroupID",
                        "k1",
                        "onceward_contenttype",
                        JsonFormat.CONTENT_TYPE,
                        "JMS_AMQP_ContentType",
                        JsonFormat.CONTENT_TYPE));
    }

    // ---- the receiver

    static Stream<RecordedEvent> events() {
        return Stream.of(
                PLACED,
                withKey(null),
                with("text".getBytes(StandardCharsets.UTF_8), "text/plain"),
                with(NO_UTF_8, "application/octet-stream"),
                with(NO_UTF_8, "application/x-binary"),
                with(NO_UTF_8, "application/json"),
                at("jms:queue:shop.orders", "orders"),
                at("jms:queue:shop::placed", "shop::placed"),
                at("jms:topic:news", "news"),
                at("jms:topic:news", "orders"),
                at(BY_NAME, "orders"),
                at(BY_NAME, "shop.orders"),
                PLACED.withHeaders(Map.of("tenant", "acme")),
                PLACED.withHeaders(Map.of("correlationId", "request-7")),
                PLACED.withHeaders(Map.of("correlationId", "id-1")),
                PLACED.withHeaders(Map.of("contentType", "text/csv", "partitionkey", "p")),
                PLACED.withHeaders(Map.of(
                        "cloudEvents_type", "theirs",
                        "cloudEvents_partitionkey", "p",
                        "cloudEvents_datacontenttype", "text/csv")));
    }

    @ParameterizedTest
    @MethodSource("events")
    void receiverReadsBothFormsAlike(RecordedEvent event) throws Exception {
        ReadMessage shortForm = ReadMessage.of(sent(event, MessageForm.SHORT));
        assertThat(shortForm).isEqualTo(ReadMessage.of(sent(event, MessageForm.FULL)));

        assertThat(shortForm.identity()).hasValue(new Identity("id-1", false));
        assertThat(shortForm.content().payload()).isEqualTo(event.payload());
        assertThat(shortForm.content().key()).isEqualTo(event.key());
        assertThat(shortForm.content().type()).isEqualTo("OrderPlaced");
        assertThat(shortForm.content().contentType()).isEqualTo(event.contentType());
        assertThat(shortForm.content().headers()).containsAllEntriesOf(event.headers());
        assertThat(shortForm.context().channel()).isEqualTo(event.channel());
        assertThat(shortForm.context().key()).isEqualTo(event.key());
        assertThat(shortForm.context().correlationId()).isEqualTo(event.correlationId());
        assertThat(shortForm.correlationId()).hasValue(event.correlationId());
        assertThat(shortForm.properties())
                .containsEntry("onceward_id", "id-1")
                .containsEntry("onceward_channel", event.channel())
                .containsEntry("onceward_type", "OrderPlaced")
                .containsEntry("onceward_contenttype", event.contentType());
        assertThat(shortForm.properties().get("onceward_key")).isEqualTo(event.key());
    }

    static List<RecordedEvent> cloudEvents() {
        return List.of(
                new CloudEventEnvelope("/shop", null).apply(PLACED),
                new CloudEventEnvelope("/shop", null).apply(with(NO_UTF_8, "application/x-binary")),
                new CloudEventEnvelope("/shop", new JsonFormat()).apply(PLACED),
                new CloudEventEnvelope("/shop", new JsonFormat()).apply(withKey(null)));
    }

    @ParameterizedTest
    @MethodSource("cloudEvents")
    void receiverReadsBothFormsOfACloudEventAlike(RecordedEvent event) throws Exception {
        ReadMessage shortForm = ReadMessage.of(sent(event, MessageForm.SHORT));
        assertThat(shortForm).isEqualTo(ReadMessage.of(sent(event, MessageForm.FULL)));
        assertThat(shortForm.content().key()).isEqualTo(event.key());
        assertThat(shortForm.content().type()).isEqualTo("OrderPlaced");
    }

    /** A sender that sets only the identity. */
    @Test
    void messageOfAnotherSenderHasTheValuesThatItsSenderSet() throws Exception {
        TextMessage message = session.createTextMessage("{}");
        message.setStringProperty("_AMQ_DUPL_ID", "d1");
        message.setStringProperty("JMSXGroupID", "group");
        message.setJMSType("Greeting");
        ReadMessage read = ReadMessage.of(received(message, session.createQueue("orders")));

        assertThat(read.content().contentType()).isEqualTo("text/plain");
        assertThat(read.content().key()).isEqualTo("group");
        assertThat(read.content().type()).isEqualTo("Greeting");
        assertThat(read.context().channel()).isEqualTo("orders");
        assertThat(read.context().key()).isNull();
        assertThat(read.correlationId()).isEmpty();
        assertThat(read.properties()).isEmpty();
    }

    // ---- help

    private static RecordedEvent withKey(String key) {
        return new RecordedEvent(
                PLACED.id(),
                PLACED.channel(),
                key,
                PLACED.type(),
                PLACED.payload(),
                PLACED.contentType(),
                PLACED.headers(),
                PLACED.destination(),
                0,
                null);
    }

    private static RecordedEvent with(byte[] payload, String contentType) {
        return PLACED.withPayload(payload, contentType);
    }

    private static RecordedEvent at(String destination, String channel) {
        return new RecordedEvent(
                PLACED.id(),
                channel,
                PLACED.key(),
                PLACED.type(),
                PLACED.payload(),
                PLACED.contentType(),
                PLACED.headers(),
                destination,
                0,
                null);
    }

    /** Publishes an event, whose destination lacks the connection factory and the form, and receives its message. */
    private static Message sent(RecordedEvent event, MessageForm form) throws Exception {
        String uri = event.destination() + FACTORY + (form == MessageForm.FULL ? "&messageProperties=full" : "");
        RecordedEvent published = new RecordedEvent(
                event.id(),
                event.channel(),
                event.key(),
                event.type(),
                event.payload(),
                event.contentType(),
                event.headers(),
                uri,
                event.slot(),
                event.deliverAt());
        try (MessageConsumer consumer = session.createConsumer(destination(JmsUri.parse(uri)));
                JmsSender sender = new JmsSender(session, new JmsUriCache(), MessageFormTest::named)) {
            sender.send(List.of(published));
            return consumer.receive(PATIENCE_MILLIS);
        }
    }

    private static Message received(Message message, Destination destination) throws JMSException {
        try (MessageConsumer consumer = session.createConsumer(destination);
                MessageProducer producer = session.createProducer(destination)) {
            producer.send(message);
            return consumer.receive(PATIENCE_MILLIS);
        }
    }

    private static Destination destination(JmsUri uri) throws JMSException, NamingException {
        return switch (uri.variant()) {
            case QUEUE -> session.createQueue(uri.name());
            case TOPIC -> session.createTopic(uri.name());
            case JNDI -> named(uri.name());
        };
    }

    private static Destination named(String name) throws NamingException {
        if (!name.equals("jms/orders")) {
            throw new NameNotFoundException(name);
        }
        try {
            return session.createQueue("shop.orders");
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the properties that the sender has set, by their names. */
    private static Map<String, Object> properties(Message message) throws JMSException {
        Set<String> ofTheBroker = Set.of("JMSXDeliveryCount");
        Map<String, Object> properties = new TreeMap<>();
        for (Object name : Collections.list((Enumeration<?>) message.getPropertyNames())) {
            if (!ofTheBroker.contains(name)) {
                properties.put((String) name, message.getObjectProperty((String) name));
            }
        }
        return properties;
    }
}
