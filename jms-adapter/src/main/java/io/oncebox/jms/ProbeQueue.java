// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jms;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import javax.naming.NamingException;

/**
 * The queue of one check, seen from outside of the checked transactions: the configured queue, or a temporary queue, which is
 * deleted when this is closed. Open it in no transaction. Not thread-safe.
 */
final class ProbeQueue implements AutoCloseable {

    /** How long one consumer waits for a message. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /** A busy machine may need longer than one consumer waits. */
    private static final int CONSUMERS = 2;

    private final String check = UUID.randomUUID().toString();
    private final Connection connection;
    private final Session session;
    private final Queue queue;

    private ProbeQueue(Connection connection, Session session, Queue queue) {
        this.connection = connection;
        this.session = session;
        this.queue = queue;
    }

    /**
     * Connects; leaves nothing open if that fails.
     *
     * @param configured the queue for probes; empty for a temporary queue
     * @param names finds the configured queue if it has a JNDI name
     */
    static ProbeQueue open(String name, ConnectionFactory factory, Optional<JmsUri> configured, JmsSender.Names names)
            throws JMSException, NamingException {
        Connection connection = factory.createConnection();
        Session session = null;
        try {
            session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
            Queue queue = configured.isPresent() ? named(configured.get(), session, names) : temporary(name, session);
            connection.start();
            return new ProbeQueue(connection, session, queue);
        } catch (JMSException | NamingException | RuntimeException e) {
            close(session, connection);
            throw e;
        }
    }

    private static Queue named(JmsUri uri, Session session, JmsSender.Names names)
            throws JMSException, NamingException {
        return uri.variant() == JmsUri.Variant.JNDI ? (Queue) names.find(uri.name()) : session.createQueue(uri.name());
    }

    private static Queue temporary(String name, Session session) throws JMSException {
        try {
            return session.createTemporaryQueue();
        } catch (JMSSecurityException | InvalidDestinationException | UnsupportedOperationException e) {
            throw JmsErrors.noTemporaryQueue(name, e);
        }
    }

    /** Returns the id of the check, the correlation id of its messages. */
    String check() {
        return check;
    }

    Queue queue() {
        return queue;
    }

    /** Returns the selector of the messages of this check. */
    private String selector() {
        return "JMSCorrelationID = '" + check + "'";
    }

    /** Receives the next probe; returns the type of its message, or nothing if none comes in time. */
    Optional<String> receive() throws JMSException {
        Message message = null;
        for (int i = 0; i < CONSUMERS && message == null; i++) {
            MessageConsumer consumer = session.createConsumer(queue, selector());
            try {
                message = consumer.receive(PATIENCE.toMillis());
            } finally {
                consumer.close();
            }
        }
        return message == null ? Optional.empty() : Optional.of(message.getJMSType());
    }

    /** Deletes a temporary queue, and closes the connection. */
    @Override
    public void close() {
        if (queue instanceof TemporaryQueue temporary && deleted(temporary) && isOfArtemisAdapter(connection)) {
            close(session);
        } else {
            close(session, connection);
        }
    }

    private static boolean deleted(TemporaryQueue queue) {
        try {
            queue.delete();
            return true;
        } catch (JMSException | RuntimeException e) {
            return false; // the broker deletes it when the connection ends
        }
    }

    /**
     * Returns whether the session is all there is to close: the connection of this adapter is a handle without resources, except
     * that its end would delete the temporary queue once more, by the session that the pool may have given to another thread by then
     * (AMQ212051).
     */
    private static boolean isOfArtemisAdapter(Connection connection) {
        return connection.getClass().getName().startsWith("org.apache.activemq.artemis.ra.");
    }

    private static void close(Session session) {
        try {
            session.close();
        } catch (JMSException | RuntimeException e) {
            // a session that cannot even be closed is not there any more
        }
    }

    private static void close(Session session, Connection connection) {
        if (session != null) {
            close(session);
        }
        try {
            connection.close();
        } catch (JMSException | RuntimeException e) {
            // a connection that cannot even be closed is not there any more
        }
    }
}
