// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.outboxed;

import io.onceward.jms.outboxed.Outboxed;
import io.onceward.scenarios.support.ServerResources;
import io.onceward.scenarios.support.Tables;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** An EJB. */
@Stateless
public class OrderEjb {

    private static final String BOUND = "java:global/jms/OutboxedConnectionFactory";

    @Inject
    @Outboxed
    private JMSContext jms;

    @Inject
    @Outboxed
    private ConnectionFactory factory;

    @EJB
    private Tables tables;

    /** Sends a text to a queue that is looked up. */
    public void order(String json) {
        jms.createProducer().send(ServerResources.destination("jms/queue/outboxed"), json);
    }

    /** Sends an object of an allowed class. */
    public void order(Order order) {
        jms.createProducer().send(ServerResources.destination("jms/queue/outboxed"), order);
    }

    /** Sends a map by the classic API. */
    public void classic(int pieces) {
        classic(factory, pieces);
    }

    /** Does the same as a library that looks up the connection factory. */
    @SuppressWarnings("BanJNDI") // a name of its own
    public void lookedUp(int pieces) {
        try {
            InitialContext names = new InitialContext();
            names.bind(BOUND, factory);
            try {
                classic((ConnectionFactory) names.lookup(BOUND), pieces);
            } finally {
                names.unbind(BOUND);
            }
        } catch (NamingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void classic(ConnectionFactory factory, int pieces) {
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession();
                MessageProducer producer = session.createProducer(session.createQueue(OutboxedScenario.CLASSIC))) {
            MapMessage message = session.createMapMessage();
            message.setInt("pieces", pieces);
            message.setStringProperty("kind", "map");
            producer.send(message);
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Receives, which an outbox can't. */
    public void receive() {
        jms.createConsumer(jms.createQueue(OutboxedScenario.PLACED));
    }

    /** Has the transaction roll back, although it catches the refusal. */
    public void sendObject(String id) {
        tables.insert(id);
        try {
            jms.createProducer().send(jms.createQueue(OutboxedScenario.PLACED), new Text(id));
        } catch (RuntimeException e) {
            jms.createProducer(); // the application goes on
        }
    }

    /** An object of a class of the application. */
    private record Text(String text) implements java.io.Serializable {}
}
