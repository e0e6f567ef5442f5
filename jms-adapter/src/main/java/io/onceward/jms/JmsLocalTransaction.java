// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.spi.OutboxEvent;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.util.List;
import javax.naming.NamingException;

/**
 * A single event in a transaction of its session. The commit of this transaction is the broker's confirmation, whatever the
 * connection factory does at a send; a refused commit names the reason. Call it without a JTA transaction.
 */
final class JmsLocalTransaction {

    private final ConnectionFactory factory;
    private final JmsUriCache uris;
    private final JmsSender.Names names;

    JmsLocalTransaction(ConnectionFactory factory, JmsUriCache uris, JmsSender.Names names) {
        this.factory = factory;
        this.uris = uris;
        this.names = names;
    }

    /**
     * Publishes an event.
     *
     * @return whether the broker has confirmed the event, now or before; {@code false} if nothing was sent, because the factory
     *     gives no transacted session
     * @throws JMSException if the broker has refused the event, or is unreachable
     */
    boolean publish(OutboxEvent event) throws JMSException, NamingException {
        // Artemis' resource adapter throws for SESSION_TRANSACTED where it allows no local transactions, as at an
        // outage. The JMS
        // API ignores the mode of a transacted session.
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession(true, Session.AUTO_ACKNOWLEDGE)) {
            if (!session.getTransacted()) {
                return false;
            }
            session.rollback(); // a pool may keep a session with the messages of a previous user
            publish(session, event);
            return true;
        }
    }

    private void publish(Session session, OutboxEvent event) throws JMSException, NamingException {
        try (JmsSender sender = new JmsSender(session, uris, names)) {
            sender.send(List.of(event));
            session.commit();
        } catch (JMSException | NamingException | RuntimeException | Error e) {
            rollBack(session, e);
            if (!DuplicateRefusal.isCauseOf(e)) {
                throw e;
            }
        }
    }

    /** Leaves no message in a session that goes back to a pool. */
    private static void rollBack(Session session, Throwable reason) {
        try {
            session.rollback();
        } catch (JMSException | RuntimeException e) {
            reason.addSuppressed(e);
        }
    }
}
