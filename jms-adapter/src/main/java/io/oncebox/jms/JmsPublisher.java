// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jms;

import io.oncebox.config.JndiName;
import io.oncebox.log.Errors;
import io.oncebox.spi.EventPublisher;
import io.oncebox.spi.OutboxEvent;
import io.oncebox.spi.Transactions;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.naming.NamingException;

/**
 * Publishes events by the server's connection factories. A batch is sent in a JTA transaction in which nothing else takes
 * part; its commit is the broker's confirmation. Thread-safe.
 */
@Dependent
public class JmsPublisher implements EventPublisher {

    private static final String DEFAULT_FACTORY = "java:comp/DefaultJMSConnectionFactory";

    /** What the default is called on Payara; Payara Micro lacks the module that gives it the standard name too. */
    private static final String PAYARA_DEFAULT_FACTORY = "jms/__defaultConnectionFactory";

    private final Transactions transactions;
    private final Map<String, ConnectionFactory> factories = new ConcurrentHashMap<>();
    private final Map<String, Destination> destinations = new ConcurrentHashMap<>();

    /** Called by CDI. */
    @Inject
    public JmsPublisher(Transactions transactions) {
        this.transactions = transactions;
    }

    @Override
    public String scheme() {
        return JmsUri.SCHEME;
    }

    @Override
    public String destination(
            String channel, Optional<String> destination, String connectionFactory, boolean duplicateDetection) {
        return JmsUri.of(channel, destination, connectionFactory, duplicateDetection)
                .toString();
    }

    @Override
    public void verify(String channel, String destination) {
        JmsUri uri = JmsUri.parse(destination);
        try {
            factory(uri.connectionFactory());
        } catch (NamingException | ClassCastException e) {
            throw Errors.noConnectionFactory(
                    uri.connectionFactory(), channel, new JndiName(uri.connectionFactory()).neighbours(), e);
        }
        if (uri.variant() == JmsUri.Variant.JNDI) {
            try {
                named(uri.name());
            } catch (NamingException | ClassCastException e) {
                throw Errors.noDestination(uri.name(), channel, new JndiName(uri.name()).neighbours(), e);
            }
        }
    }

    @Override
    public String connection(String destination) {
        return JmsUri.parse(destination).connectionFactory();
    }

    @Override
    public void publish(List<OutboxEvent> events) throws Exception {
        ConnectionFactory factory = factory(connection(events.get(0).destination()));
        transactions.inNew(() -> {
            send(factory, events);
            return null;
        });
    }

    /** The session has no transaction, so a persistent message is confirmed, or refused with the reason, when sent. */
    @Override
    public void publishAlone(OutboxEvent event) throws Exception {
        ConnectionFactory factory = factory(connection(event.destination()));
        transactions.suspended(() -> {
            try {
                send(factory, List.of(event));
            } catch (JMSException e) {
                if (!Duplicates.refused(e)) {
                    throw e;
                }
            }
            return null;
        });
    }

    @Override
    public void reach(String connection) throws Exception {
        ConnectionFactory factory = factory(connection);
        transactions.suspended(() -> {
            try (Connection opened = factory.createConnection();
                    Session session = opened.createSession()) {
                session.createTextMessage();
                return null;
            }
        });
    }

    private void send(ConnectionFactory factory, List<OutboxEvent> events) throws JMSException, NamingException {
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession();
                JmsSender sender = new JmsSender(session, this::named)) {
            sender.send(events);
        }
    }

    private ConnectionFactory factory(String name) throws NamingException {
        ConnectionFactory known = factories.get(name);
        if (known == null) {
            known = lookup(name);
            factories.put(name, known);
        }
        return known;
    }

    private static ConnectionFactory lookup(String name) throws NamingException {
        try {
            return new JndiName(name).lookup(ConnectionFactory.class);
        } catch (NamingException e) {
            if (name.equals(DEFAULT_FACTORY)) {
                return new JndiName(PAYARA_DEFAULT_FACTORY).lookup(ConnectionFactory.class);
            }
            throw e;
        }
    }

    private Destination named(String name) throws NamingException {
        Destination known = destinations.get(name);
        if (known == null) {
            known = new JndiName(name).lookup(Destination.class);
            destinations.put(name, known);
        }
        return known;
    }
}
