// SPDX-License-Identifier: Apache-2.0
package io.onceward.contract;

import io.onceward.fixture.BrokerServer;
import io.onceward.fixture.ProcessBroker;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** A broker that Onceward reaches by Jakarta Messaging. */
abstract class JmsUnderTest implements TwoWayBroker {

    static final String SCHEME = "queue:";
    private static final int TAKE_MILLIS = 500;

    private final ProcessBroker process;

    JmsUnderTest(ProcessBroker process) {
        this.process = process;
    }

    /** Calls the work with a session of a new connection, which is closed afterwards. */
    abstract <T> T on(Work<T> work) throws JMSException;

    final String address() {
        return process.address();
    }

    @Override
    public final Map<String, String> configuration() {
        return Map.of();
    }

    @Override
    public String newDestination() {
        return SCHEME + "q-" + UUID.randomUUID();
    }

    /** Returns the name of the queue of a destination. */
    static String queue(String destination) {
        return destination.substring(SCHEME.length());
    }

    @Override
    public final String causeOfRefusal(String destination) {
        return queue(destination);
    }

    @Override
    public final BrokerServer server() {
        return process;
    }

    /** Work with a session. */
    @FunctionalInterface
    interface Work<T> {
        T with(Session session) throws JMSException;
    }

    static <T> T on(ConnectionFactory factory, Work<T> work) throws JMSException {
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession()) {
            connection.start();
            return work.with(session);
        }
    }

    @Override
    public List<String> take(String destination) throws JMSException {
        return watch(session -> {
            List<String> texts = new ArrayList<>();
            try (MessageConsumer consumer = session.createConsumer(session.createQueue(queue(destination)))) {
                Message next = next(consumer);
                while (next != null) {
                    texts.add(next.getBody(String.class));
                    next = next(consumer);
                }
            }
            return texts;
        });
    }

    /** Does what only watches the broker: by the same client, unless a test bed knows a better one. */
    <T> T watch(Work<T> work) throws JMSException {
        return on(work);
    }

    /** Returns {@code null} if the broker says that it has no message, as a message may only be late. */
    private static Message next(MessageConsumer consumer) throws JMSException {
        Message next = consumer.receive(TAKE_MILLIS);
        return next != null ? next : consumer.receiveNoWait();
    }

    @Override
    public Optional<TooLarge> tooLarge() {
        return Optional.empty();
    }

    @Override
    public void send(String destination, String id, String key, String text) throws JMSException {
        on(session -> {
            Message message = text(session, id, text);
            message.setStringProperty("JMSXGroupID", key);
            return send(session, destination, message);
        });
    }

    private static Message text(Session session, String id, String text) throws JMSException {
        Message message = session.createTextMessage(text);
        message.setStringProperty("onceward_id", id);
        message.setStringProperty("onceward_contenttype", "text/plain");
        return message;
    }

    private static Void send(Session session, String destination, Message message) throws JMSException {
        try (MessageProducer producer = session.createProducer(session.createQueue(queue(destination)))) {
            producer.send(message);
        }
        return null;
    }

    @Override
    public Object received(String id, String text) throws JMSException {
        return on(session -> text(session, id, text));
    }

    @Override
    public void sendUnreadable(String destination, String body) throws JMSException {
        on(session -> {
            TextMessage message = session.createTextMessage(body);
            message.setStringProperty("onceward_contenttype", "application/cloudevents+json");
            return send(session, destination, message);
        });
    }

    /** Creates a message. */
    @FunctionalInterface
    private interface MessageFactory {
        Message create(Session session) throws JMSException;
    }

    private HostileMessage hostile(String text, MessageFactory message) {
        return new HostileMessage(
                text, destination -> on(session -> send(session, destination, message.create(session))));
    }

    @Override
    public List<HostileMessage> hostileMessages() {
        return List.of(
                hostile("wrong types", session -> {
                    TextMessage message = session.createTextMessage("wrong types");
                    message.setLongProperty("onceward_id", 7);
                    message.setBooleanProperty("onceward_key", true);
                    message.setDoubleProperty("onceward_type", 0.5);
                    message.setByteProperty("onceward_contenttype", (byte) 1);
                    return message;
                }),
                hostile("many headers", session -> {
                    TextMessage message = session.createTextMessage("many headers");
                    for (int i = 0; i < 10_000; i++) {
                        message.setIntProperty("h" + i, i);
                    }
                    return message;
                }),
                hostile("bad UTF-8", session -> {
                    BytesMessage message = session.createBytesMessage();
                    message.setStringProperty("onceward_contenttype", "text/plain");
                    message.writeBytes(new byte[] {(byte) 0xFF, (byte) 0xFE});
                    return message;
                }),
                hostile("NUL", session -> {
                    Message message = text(session, "nul", "\0");
                    message.setStringProperty("h", "\0");
                    return message;
                }),
                hostile("long id", session -> text(session, "x".repeat(100_000), "long id")),
                hostile("object", session -> session.createObjectMessage("object")),
                hostile("map", session -> {
                    MapMessage message = session.createMapMessage();
                    message.setString("a", "b");
                    return message;
                }),
                new HostileMessage("no id", this::sendWithoutId));
    }

    private void sendWithoutId(String destination) throws JMSException {
        on(session -> {
            try (MessageProducer producer = session.createProducer(session.createQueue(queue(destination)))) {
                producer.setDisableMessageID(true);
                producer.send(session.createTextMessage("no id"));
            }
            return null;
        });
    }
}
