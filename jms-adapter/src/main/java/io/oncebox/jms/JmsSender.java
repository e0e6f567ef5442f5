// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jms;

import io.oncebox.spi.OutboxEvent;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.naming.NamingException;

/** Sends events by one session, persistently. Not thread-safe, as the session is not. */
final class JmsSender implements AutoCloseable {

    /** Finds a destination by its JNDI name. */
    @FunctionalInterface
    interface Names {
        Destination find(String name) throws NamingException;
    }

    private final Session session;
    private final MessageProducer producer;
    private final Names names;
    private final Map<String, Destination> destinations = new HashMap<>();

    JmsSender(Session session, Names names) throws JMSException {
        this.session = session;
        this.names = names;
        producer = session.createProducer(null);
        producer.setDeliveryMode(DeliveryMode.PERSISTENT);
    }

    /** Sends them in this order; the session's transaction decides about them. */
    void send(List<OutboxEvent> events) throws JMSException, NamingException {
        for (OutboxEvent event : events) {
            producer.send(destination(event.destination()), JmsMessages.create(session, event));
        }
    }

    @Override
    public void close() throws JMSException {
        producer.close();
    }

    private Destination destination(String uri) throws JMSException, NamingException {
        Destination known = destinations.get(uri);
        if (known == null) {
            known = resolve(JmsUri.parse(uri));
            destinations.put(uri, known);
        }
        return known;
    }

    private Destination resolve(JmsUri uri) throws JMSException, NamingException {
        return switch (uri.variant()) {
            case QUEUE -> session.createQueue(uri.name());
            case TOPIC -> session.createTopic(uri.name());
            case JNDI -> names.find(uri.name());
        };
    }
}
