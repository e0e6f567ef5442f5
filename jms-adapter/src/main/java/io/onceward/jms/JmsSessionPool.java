// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.spi.OutboxEvent;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import javax.naming.NamingException;

/**
 * The sessions by one connection factory that no thread uses at the moment. There are as many as threads ever published at
 * the same time. Thread-safe.
 */
final class JmsSessionPool {

    private final String name;
    private final ConnectionFactory factory;
    private final JmsUriCache uris;
    private final JmsSender.Names names;
    private final Deque<JmsSession> idle = new ConcurrentLinkedDeque<>();
    private volatile boolean closed;

    /** @param name the name of the connection factory */
    JmsSessionPool(String name, ConnectionFactory factory, JmsUriCache uris, JmsSender.Names names) {
        this.name = name;
        this.factory = factory;
        this.uris = uris;
        this.names = names;
    }

    /** An open session that is the caller's until it is given back, or closed. */
    JmsSession take() throws JMSException {
        requireOpen();
        JmsSession session = idle.pollFirst();
        while (session != null && session.isBroken()) {
            session.close();
            session = idle.pollFirst();
        }
        return session != null ? session : JmsSession.open(name, factory, uris, names);
    }

    /** Gives a session back with which everything went well; the last one given is the next one taken. */
    void giveBack(JmsSession session) {
        idle.addFirst(session);
        if (closed) {
            closeIdle();
        }
    }

    /** Publishes one event on a connection of its own; the commit of its session is the broker's confirmation. */
    void publishAlone(OutboxEvent event) throws JMSException, NamingException {
        requireOpen();
        JmsSession session = JmsSession.open(name, factory, uris, names);
        try {
            session.publish(List.of(event));
        } catch (JMSException e) {
            if (!DuplicateRefusal.isCauseOf(e)) {
                throw e;
            }
        } finally {
            session.close();
        }
    }

    /** Connects anew, and sends nothing. */
    void reach() throws JMSException {
        requireOpen();
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession()) {
            session.createTextMessage();
        }
    }

    /** A batch that was cut off at the end must not begin anew with a broker that doesn't answer. */
    void requireOpen() throws JMSException {
        if (closed) {
            throw JmsSession.closed();
        }
    }

    /** Closes those that are idle: where one has failed, the others lead to the same broker. */
    void closeIdle() {
        for (JmsSession session = idle.pollFirst(); session != null; session = idle.pollFirst()) {
            session.close();
        }
    }

    void close() {
        closed = true;
        closeIdle();
    }
}
