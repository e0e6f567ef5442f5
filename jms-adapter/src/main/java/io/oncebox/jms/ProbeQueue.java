// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jms;

import io.oncebox.api.OnceboxException;
import io.oncebox.jms.Probe.Stage;
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
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import javax.naming.NamingException;

/**
 * The queue of one run of a check, seen from outside of the checked transactions: the configured queue, or a temporary queue, which
 * is deleted when this is closed. It receives from the beginning. Open it in no transaction. Not thread-safe.
 */
final class ProbeQueue implements AutoCloseable {

    /** Longer than most messages take. A message that takes longer is told from a missing one by the control message. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private static final Duration CONTROL_PATIENCE = Duration.ofSeconds(2);

    /** A message that another broker forwards may come after one that was sent later. */
    private static final Duration AFTER_CONTROL = Duration.ofMillis(500);

    private final String check = UUID.randomUUID().toString();
    private final String name;
    private final ConnectionFactory factory;
    private final Connection connection;
    private final Session session;
    private final Queue queue;
    private final MessageConsumer consumer;
    private final Set<String> arrived = new HashSet<>();

    private ProbeQueue(String name, ConnectionFactory factory, Connection connection, Session session, Queue queue)
            throws JMSException {
        this.name = name;
        this.factory = factory;
        this.connection = connection;
        this.session = session;
        this.queue = queue;
        this.consumer = session.createConsumer(queue, "JMSCorrelationID = '" + check + "'");
        connection.start();
    }

    /** Sends a control message. */
    @FunctionalInterface
    interface Control {
        void send() throws Exception;
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
            return new ProbeQueue(name, factory, connection, session, queue);
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
            throw JmsErrors.noResult(name, "it got no temporary queue: " + e.getMessage(), e);
        }
    }

    /** Returns the id of the check, the correlation id of its messages. */
    String check() {
        return check;
    }

    Queue queue() {
        return queue;
    }

    /**
     * Returns whether the probe has arrived, or arrives now. A missing probe says something of its transaction only if a control
     * message, which is sent later, arrives.
     *
     * @throws OnceboxException without a finding, if the control message is missing, too
     */
    boolean receives(Stage stage, Control control) throws Exception {
        if (arrives(stage, PATIENCE)) {
            return true;
        }
        control.send();
        if (!arrives(Stage.CONTROL, CONTROL_PATIENCE)) {
            throw JmsErrors.noResult(name, "neither a probe nor a control message arrived in the queue", null);
        }
        return arrives(stage, AFTER_CONTROL);
    }

    /** Returns whether the probe has arrived by now. */
    boolean hasReceived(Stage stage) {
        return arrived.contains(stage.type());
    }

    private boolean arrives(Stage stage, Duration patience) throws JMSException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!hasReceived(stage)) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            Message message = left > 0 ? consumer.receive(left) : null;
            if (message == null) {
                return false;
            }
            arrived.add(message.getJMSType());
        }
        return true;
    }

    /**
     * Sends a control message in the plainest ways.
     *
     * @throws OnceboxException without a finding, if the broker takes none
     * @throws JMSException if the factory gives no connection
     */
    void sendControl() throws JMSException {
        try {
            new ControlMessage(factory, queue, check).send();
        } catch (ControlMessage.UnsendableException e) {
            throw JmsErrors.noResult(
                    name,
                    "the broker takes no message for the queue: " + e.getCause().getMessage(),
                    e.getCause());
        }
    }

    /** Deletes a temporary queue, and closes the connection. */
    @Override
    public void close() {
        close(consumer);
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

    private static void close(MessageConsumer consumer) {
        try {
            consumer.close();
        } catch (JMSException | RuntimeException e) {
            // its session is closed next
        }
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
