// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.onceward.fixture.ArtemisBroker;
import io.onceward.fixture.MalformedText;
import io.onceward.queue.RecordedEvent;
import io.onceward.spi.MessageIdentity.Identity;
import io.onceward.spi.MessageReader.Content;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Messages of the Artemis client, with random content. */
class JmsMessagesFuzzTest {

    private static final List<String> NAMES = List.of(
            "onceward_id",
            "onceward_key",
            "onceward_type",
            "onceward_contenttype",
            "onceward_x",
            "JMSXGroupID",
            "_AMQ_DUPL_ID",
            "cloudEvents_id",
            "cloudEvents_source",
            "cloudEvents:id",
            "cloudEvents:source",
            "cloudEvents:time",
            "cloudEvents_partitionkey",
            "contentType",
            "tenant",
            "correlationId");

    private static final String[] EVENT = {
        "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/a\",\"type\":\"t\"",
        ",\"data\":",
        ",\"data_base64\":\"",
        ",\"datacontenttype\":\"text/plain\"",
        "{",
        "}",
        "\""
    };

    /** Headers that an application can set, and from which a receiver may take a value. */
    private static final List<String> HEADERS = List.of(
            "contentType",
            "correlationId",
            "partitionkey",
            "tenant",
            "cloudEvents_specversion",
            "cloudEvents_type",
            "cloudEvents_partitionkey",
            "cloudEvents_datacontenttype");

    private static final List<String> CONTENT_TYPES = List.of(
            "application/json",
            "application/octet-stream",
            "text/plain",
            "text/csv;charset=latin1",
            "application/cloudevents+json",
            "*");

    private static final List<String> ENDS = List.of("", ";charset=UTF-8", " ; a=b");

    private static final String QUEUE = "orders";

    private static ArtemisBroker broker;
    private static Connection connection;
    private static Session session;

    @BeforeAll
    static void open(@TempDir Path folder) throws Exception {
        broker = new ArtemisBroker(folder).start();
        connection = broker.connectionFactory().createConnection();
        session = connection.createSession();
    }

    @AfterAll
    static void close() throws Exception {
        connection.close();
        broker.close();
    }

    @Test
    void anyEventBecomesAnEquivalentMessage() {
        MalformedText.each(malformed -> checked(() -> travels(malformed)));
    }

    @Test
    void anyEventIsReadFromTheShortFormAsFromTheFullForm() {
        MalformedText.each(malformed -> checked(() -> isReadFromBothForms(malformed)));
    }

    @Test
    void anyMessageIsReadOrRefused() {
        MalformedText.each(malformed -> checked(() -> isReadOrRefused(malformed)));
    }

    @Test
    void differentCloudEventsHaveDifferentIdentities() {
        MalformedText.each(malformed -> checked(() -> {
            String[] one = {malformed.text("a ", "/a", "1"), malformed.text(" b", "b")};
            String[] other = {malformed.text("a ", "/a", "1"), malformed.text(" b", "b")};
            if (isComplete(one) && isComplete(other)) {
                assertThat(identity(one).equals(identity(other)))
                        .isEqualTo(List.of(one).equals(List.of(other)));
            }
        }));
    }

    /** Returns whether a CloudEvent has the source and the id that identify it. */
    private static boolean isComplete(String[] sourceAndId) {
        return Stream.of(sourceAndId).noneMatch(String::isBlank);
    }

    @Timeout(20)
    @FuzzTest
    void structuredInput(FuzzedDataProvider data) {
        checked(() -> {
            MalformedText malformed = MalformedText.of(data);
            travels(malformed);
            isReadFromBothForms(malformed);
            isReadOrRefused(malformed);
        });
    }

    /** Checks an event that recording accepts: any key, type and value, headers with legal names. */
    private static void travels(MalformedText malformed) throws JMSException {
        Map<String, String> headers = new LinkedHashMap<>();
        for (int i = malformed.below(3); i > 0; i--) {
            headers.put(malformed.oneOf(List.of("tenant", "größe", "$a")), malformed.text());
        }
        String key = malformed.yes() ? null : malformed.text() + "k";
        String contentType = malformed.oneOf(
                List.of("text/plain", "application/json", "application/octet-stream", "text/csv;charset=latin1", "*"));
        byte[] payload = malformed.bytes();
        RecordedEvent event = event(malformed, key, payload, contentType, headers);

        Message message = message(event, malformed.oneOf(List.of(MessageForm.values())));
        Content content = new JmsMessageReader().read(message);

        assertThat(content.payload()).isEqualTo(payload);
        assertThat(content.key()).isEqualTo(key);
        assertThat(content.type()).isEqualTo(event.type());
        assertThat(content.contentType()).isEqualTo(contentType);
        assertThat(content.headers()).isEqualTo(headers);
        assertThat(new JmsMessageIdentity().of(message)).hasValue(new Identity(event.id(), false));
    }

    private static RecordedEvent event(
            MalformedText malformed, String key, byte[] payload, String contentType, Map<String, String> headers) {
        return new RecordedEvent(
                malformed.text() + "i",
                malformed.oneOf(List.of(QUEUE, "shop")),
                key,
                malformed.text() + "t",
                payload,
                contentType,
                headers,
                "jms:",
                0,
                null);
    }

    private static Message message(RecordedEvent event, MessageForm form) throws JMSException {
        Message message = new JmsMessages(QUEUE, form).create(session, event);
        message.setJMSDestination(session.createQueue(QUEUE));
        return message;
    }

    private static void isReadFromBothForms(MalformedText malformed) throws JMSException {
        Map<String, String> headers = new LinkedHashMap<>();
        for (int i = malformed.below(4); i > 0; i--) {
            headers.put(malformed.oneOf(HEADERS), malformed.yes() ? malformed.oneOf(CONTENT_TYPES) : malformed.text());
        }
        RecordedEvent event = event(
                malformed,
                malformed.yes() ? null : malformed.text(),
                malformed.bytes(EVENT),
                malformed.oneOf(CONTENT_TYPES),
                headers);
        assertThat(ReadMessage.of(message(event, MessageForm.SHORT)))
                .isEqualTo(ReadMessage.of(message(event, MessageForm.FULL)));
    }

    private static void isReadOrRefused(MalformedText malformed) throws JMSException {
        Message message = message(malformed);
        for (int i = malformed.below(6); i > 0; i--) {
            setProperty(malformed, message, malformed.below(5) == 4 ? malformed.text("x") : malformed.oneOf(NAMES));
        }
        if (malformed.yes()) {
            message.setJMSCorrelationID(malformed.text());
            message.setJMSType(malformed.text());
        }
        try {
            Content content = new JmsMessageReader().read(message);
            assertThat(content.payload()).isNotNull();
            assertThat(content.contentType()).isNotNull();
            assertThat(content.headers()).doesNotContainKey(null).doesNotContainValue(null);
        } catch (JMSException e) {
            assertThat(e).isNotNull(); // a property is not a text
        } catch (IllegalArgumentException e) {
            if (!hasCloudEventInBody(message)) {
                assertThat(message).isInstanceOfAny(ObjectMessage.class, MapMessage.class, StreamMessage.class);
            }
        }
        try {
            Optional<Identity> identity = new JmsMessageIdentity().of(message);
            identity.ifPresent(found -> assertThat(found.value()).isNotEmpty());
        } catch (JMSException e) {
            assertThat(e).isNotNull(); // so is the property that identifies it
        } catch (IllegalArgumentException e) {
            assertThat(hasCloudEventInBody(message)).isTrue();
        }
    }

    private static boolean hasCloudEventInBody(Message message) throws JMSException {
        String contentType = JmsCloudEvent.contentType(message);
        return contentType != null && contentType.startsWith("application/cloudevents");
    }

    private static Message message(MalformedText malformed) throws JMSException {
        switch (malformed.below(7)) {
            case 0:
                return session.createTextMessage(malformed.yes() ? malformed.text() : null);
            case 6:
                Message event = session.createTextMessage(malformed.text(EVENT));
                event.setStringProperty("contentType", "application/cloudevents+json" + malformed.oneOf(ENDS));
                return event;
            case 1:
                BytesMessage bytes = session.createBytesMessage();
                bytes.writeBytes(malformed.bytes());
                return bytes;
            case 2:
                MapMessage map = session.createMapMessage();
                map.setString("a", malformed.text());
                return map;
            case 3:
                return session.createObjectMessage(malformed.text());
            case 4:
                return session.createStreamMessage();
            default:
                return session.createMessage();
        }
    }

    private static void setProperty(MalformedText malformed, Message message, String name) throws JMSException {
        Object value =
                switch (malformed.below(6)) {
                    case 0 -> malformed.number();
                    case 1 -> (byte) malformed.number();
                    case 2 -> malformed.yes();
                    case 3 -> Double.longBitsToDouble(malformed.number());
                    default -> malformed.text();
                };
        try {
            message.setObjectProperty(name, value);
        } catch (JMSException | RuntimeException e) {
            assertThat(name).isNotIn("tenant", "onceward_id"); // no other client can send it either
        }
    }

    private static Optional<Identity> identity(String... sourceAndId) throws JMSException {
        Message message = session.createMessage();
        message.setStringProperty("cloudEvents_source", sourceAndId[0]);
        message.setStringProperty("cloudEvents_id", sourceAndId[1]);
        return new JmsMessageIdentity().of(message);
    }

    /** A check that may throw exceptions of Jakarta Messaging. */
    @FunctionalInterface
    private interface Check {
        void run() throws JMSException;
    }

    private static void checked(Check check) {
        try {
            check.run();
        } catch (JMSException e) {
            throw new AssertionError(e);
        }
    }
}
