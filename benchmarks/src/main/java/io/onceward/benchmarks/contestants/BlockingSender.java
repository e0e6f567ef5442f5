// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** Persistent sends that return when the broker has confirmed, on sessions that stay open. Thread-safe. */
final class BlockingSender implements AutoCloseable {

    private record Sender(Session session, MessageProducer producer) {}

    private final ActiveMQConnectionFactory broker;
    private final Connection connection;
    private final String queue;
    private final Queue<Sender> idle = new ConcurrentLinkedQueue<>();

    BlockingSender(Stage stage) throws JMSException {
        broker = stage.broker().connectionFactory();
        connection = broker.createConnection();
        queue = stage.queue();
    }

    void send(String key, String payload) throws JMSException {
        Sender sender = idle.poll();
        if (sender == null) {
            Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
            sender = new Sender(session, session.createProducer(session.createQueue(queue)));
        }
        TextMessage message = sender.session.createTextMessage(payload);
        message.setStringProperty("customer", key);
        sender.producer.send(message);
        idle.add(sender);
    }

    @Override
    public void close() throws JMSException {
        connection.close();
        broker.close();
    }
}
