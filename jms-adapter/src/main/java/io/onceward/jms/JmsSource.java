// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.jms.check.Probed;
import io.onceward.spi.ChannelSettings;
import io.onceward.spi.MessageSource;
import io.onceward.spi.Transactions;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.naming.NamingException;

/**
 * Receives by the server's connection factories, in a JTA transaction in which nothing else takes part: what stores the
 * messages commits before it does. A consumer lives as long as the transaction does. Thread-safe.
 */
final class JmsSource implements MessageSource, Probed {

    private final Transactions transactions;
    private final JmsResources resources = new JmsResources();
    private final JmsUriCache uris = new JmsUriCache();
    private final Optional<JmsUri> probeQueue;
    private volatile boolean closed;

    /** @param probeQueue the queue for probes of the self-check; empty for temporary queues */
    JmsSource(Transactions transactions, Optional<JmsUri> probeQueue) {
        this.transactions = transactions;
        this.probeQueue = probeQueue;
    }

    @Override
    public String origin(ChannelSettings settings) {
        return JmsUri.origin(settings).toString();
    }

    /** A queue may have several JNDI names. */
    @Override
    public boolean divideMessages(String one, String other) {
        JmsUri first = uris.get(one);
        JmsUri second = uris.get(other);
        return first.connectionFactory().equals(second.connectionFactory())
                && queue(first).equals(queue(second));
    }

    private String queue(JmsUri uri) {
        try {
            return uri.variant() == JmsUri.Variant.JNDI
                    ? Objects.toString(JmsEventProperties.name(resources.destination(uri.name())), uri.name())
                    : uri.name();
        } catch (NamingException | ClassCastException | JMSException e) {
            return uri.name(); // the verification reports it
        }
    }

    @Override
    public void verify(ChannelSettings settings, String origin) {
        JmsUri uri = uris.get(origin);
        resources.verify(uri, settings);
        try {
            ReceivingCheck.requireRedelivery(uri.connectionFactory(), resources.factory(uri.connectionFactory()));
            if (uri.variant() == JmsUri.Variant.JNDI && !(resources.destination(uri.name()) instanceof Queue)) {
                throw JmsErrors.topicAsOrigin(settings.channel(), uri.name());
            }
        } catch (NamingException e) {
            throw new IllegalStateException("it was found a moment ago", e);
        }
    }

    @Override
    public int receive(String origin, int limit, Duration patience, Sink sink) throws Exception {
        if (closed) {
            throw JmsSession.closed();
        }
        JmsUri uri = uris.get(origin);
        ConnectionFactory factory = resources.factory(uri.connectionFactory());
        return transactions.inNew(() -> {
            try (Connection connection = factory.createConnection();
                    Session session = session(connection, uri.connectionFactory());
                    MessageConsumer consumer = session.createConsumer(destination(uri, session))) {
                if (uris.isFirstUse(origin)) {
                    ArtemisQueue.warn(session, destination(uri, session));
                }
                connection.start();
                List<Message> messages = JmsBatch.receive(consumer, limit, patience);
                if (!messages.isEmpty()) {
                    sink.store(messages);
                }
                return messages.size();
            }
        });
    }

    @Override
    public String connection(String address) {
        return uris.get(address).connectionFactory();
    }

    @Override
    public void check(String connection, Transactions others) throws Exception {
        if (closed) {
            throw JmsSession.closed();
        }
        others.suspended(() -> {
            RepeatedCheck.run(connection, () -> probe(connection, others));
            return null;
        });
    }

    private void probe(String name, Transactions others) throws Exception {
        ConnectionFactory factory = resources.factory(name);
        try (ProbeQueue queue = ProbeQueue.open(name, factory, probeQueue, resources::destination)) {
            new ReceivingCheck(work -> inTransaction(others, name, factory, work), name, HostServer.current())
                    .run(queue);
        }
    }

    private static void inTransaction(
            Transactions others, String name, ConnectionFactory factory, ReceivingCheck.Work work) throws Exception {
        others.inNew(() -> {
            try (Connection connection = factory.createConnection();
                    Session session = session(connection, name)) {
                connection.start();
                work.with(session);
                return null;
            }
        });
    }

    /**
     * Creates a session in a JTA transaction, which determines its mode. A session that doesn't take part is asked for a
     * transaction of its own, which is never committed: it acknowledges nothing.
     */
    private static Session session(Connection connection, String factory) throws JMSException {
        try {
            return transacted(connection);
        } catch (JMSException | JMSRuntimeException e) {
            // fails, too, unless only the mode is refused
            connection.createSession(false, Session.AUTO_ACKNOWLEDGE).close();
        }
        try {
            return transacted(connection); // a pool may have recovered between the two calls before
        } catch (JMSException | JMSRuntimeException e) {
            throw JmsErrors.unsound(
                    factory, Finding.AUTO_ACKNOWLEDGE, HostServer.current().advice(Finding.AUTO_ACKNOWLEDGE), e);
        }
    }

    /** Artemis' resource adapter refuses {@code SESSION_TRANSACTED} where it allows no local transactions. JMS ignores this mode. */
    private static Session transacted(Connection connection) throws JMSException {
        return connection.createSession(true, Session.AUTO_ACKNOWLEDGE);
    }

    /** Prevents further connections. A connection that is open is closed after its batch. */
    @Override
    public void close() {
        closed = true;
    }

    private Destination destination(JmsUri uri, Session session) throws JMSException, NamingException {
        return uri.variant() == JmsUri.Variant.JNDI
                ? resources.destination(uri.name())
                : session.createQueue(uri.name());
    }
}
