// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.spi.OutboxEvent;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.util.List;
import javax.naming.NamingException;

/** An open connection with one transacted session on it, for one thread at a time. */
final class JmsSession {

    private final Connection connection;
    private final Session session;
    private final JmsSender sender;
    private volatile boolean broken;

    private JmsSession(Connection connection, String factory, JmsUriCache uris, JmsSender.Names names)
            throws JMSException {
        this.connection = connection;
        connection.setExceptionListener(lost -> broken = true);
        session = TransactedSession.create(connection, factory);
        sender = new JmsSender(session, uris, names);
    }

    /**
     * Connects; leaves nothing open if that fails.
     *
     * @param name the name of the connection factory
     */
    static JmsSession open(String name, ConnectionFactory factory, JmsUriCache uris, JmsSender.Names names)
            throws JMSException {
        Connection connection = factory.createConnection();
        try {
            return new JmsSession(connection, name, uris, names);
        } catch (JMSException | RuntimeException e) {
            close(connection);
            throw e;
        }
    }

    /** Returns whether the connection is known to be lost. */
    boolean isBroken() {
        return broken;
    }

    /** Returns when the broker has confirmed all of them. After an exception the session is of no more use. */
    void publish(List<OutboxEvent> events) throws JMSException, NamingException {
        sender.send(events);
        session.commit();
    }

    void close() {
        close(connection);
    }

    /** Returns the exception for a use after the end, when nothing may be opened any more. */
    static JMSException closed() {
        return new jakarta.jms.IllegalStateException("Onceward is closed");
    }

    /** Closes a connection, and with it all messages that the session has sent and not committed. */
    static void close(Connection connection) {
        try {
            connection.close();
        } catch (JMSException | RuntimeException e) {
            // a connection that cannot even be closed is not there any more
        }
    }
}
