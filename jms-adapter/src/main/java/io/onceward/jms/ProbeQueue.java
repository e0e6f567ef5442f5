// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.api.OncewardException;
import io.onceward.jms.Probe.Stage;
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
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import javax.naming.NamingException;

/**
 * The queue of one run of a check, seen from outside of the checked transactions: the configured queue, or a temporary queue, which
 * is deleted when this is closed. It receives from the beginning. Open it in no transaction. Not thread-safe.
 */
final class ProbeQueue implements AutoCloseable {

    /** Longer than most messages take. A message that takes longer is told from a missing one by the control messages. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private static final Duration CONTROL_PATIENCE = Duration.ofSeconds(5);

    /** A message that another broker forwards may come after one that was sent later. */
    private static final Duration AFTER_CONTROL = Duration.ofMillis(500);

    private final String check = UUID.randomUUID().toString();
    private final String name;
    private final ConnectionFactory factory;
    private final Connection connection;
    private final Session session;
    private final Queue queue;
    private final MessageConsumer consumer;

    /** The ids of the messages of each stage that have arrived. */
    private final Map<Stage, Set<String>> arrived = new EnumMap<>(Stage.class);

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

    /** Sends {@value ControlMessages#NUMBER} control messages. */
    @FunctionalInterface
    interface Control {

        /** Returns the stages of the messages. Those of one stage prove that messages reach the queue, if all of them arrive. */
        List<Stage> send() throws Exception;
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
            if (isOfRabbit(connection)) {
                throw JmsErrors.unsound(name, Finding.RABBITMQ, "Use the adapter of docs/rabbitmq.md", null);
            }
            session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
            Queue queue = configured.isPresent() ? named(configured.get(), session, names) : temporary(name, session);
            return new ProbeQueue(name, factory, connection, session, queue);
        } catch (JMSException | NamingException | RuntimeException e) {
            close(session, connection);
            throw e;
        }
    }

    private static boolean isOfRabbit(Connection connection) {
        try {
            return "RabbitMQ".equals(connection.getMetaData().getJMSProviderName());
        } catch (JMSException | RuntimeException e) {
            return false; // a wrapper may have no metadata, which nothing else needs
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
     * Returns whether the probe has arrived, or arrives now. A missing probe says something of its transaction only if several control
     * messages, which are sent later, all arrive: a factory may lead to several brokers in turn, and only one of them has the queue.
     *
     * @throws OncewardException without a finding, if a control message is missing, too
     */
    boolean receives(Stage stage, Control control) throws Exception {
        if (arrives(() -> hasReceived(stage), PATIENCE)) {
            return true;
        }
        List<Stage> ways;
        try {
            ways = control.send();
        } catch (Exception e) {
            if (arrives(() -> hasReceived(stage), AFTER_CONTROL)) {
                return true; // it was only late, and a small pool has no connections for control messages
            }
            throw e;
        }
        if (!arrives(() -> hasReceived(stage) || ways.stream().anyMatch(this::hasReceivedAll), CONTROL_PATIENCE)) {
            throw JmsErrors.noResult(
                    name,
                    "a probe did not arrive in the queue, and neither did all of " + ControlMessages.NUMBER
                            + " control messages, which were sent by different connections",
                    null);
        }
        return arrives(() -> hasReceived(stage), AFTER_CONTROL);
    }

    /** Returns whether the probe has arrived by now. */
    boolean hasReceived(Stage stage) {
        return received(stage) > 0;
    }

    private boolean hasReceivedAll(Stage stage) {
        return received(stage) >= ControlMessages.NUMBER;
    }

    private int received(Stage stage) {
        return arrived.getOrDefault(stage, Set.of()).size();
    }

    private boolean arrives(BooleanSupplier condition, Duration patience) throws JMSException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!condition.getAsBoolean()) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            Message message = left > 0 ? consumer.receive(left) : null;
            if (message == null) {
                return false;
            }
            Stage.of(message.getJMSType()).ifPresent(stage -> arrived.computeIfAbsent(stage, each -> new HashSet<>())
                    .add(id(message)));
        }
        return true;
    }

    private static String id(Message message) {
        try {
            return message.getJMSMessageID();
        } catch (JMSException e) {
            throw new IllegalStateException("a received message has its id", e);
        }
    }

    /**
     * Sends control messages in the plainest ways.
     *
     * @return their stages
     * @throws OncewardException without a finding, if the broker takes none
     * @throws JMSException if the factory gives no connection
     */
    List<Stage> sendControl() throws JMSException {
        send(ControlMessages.NUMBER);
        return List.of(Stage.CONTROL_LOCAL, Stage.CONTROL_PLAIN);
    }

    /**
     * Returns if the broker takes a message for this queue.
     *
     * @throws OncewardException without a finding, if it takes none
     * @throws JMSException if the factory gives no connection
     */
    void requireSendable() throws JMSException {
        send(1);
    }

    private void send(int number) throws JMSException {
        try {
            control().send(number);
        } catch (ControlMessages.UnsendableException e) {
            throw JmsErrors.noResult(
                    name,
                    "the broker takes no message for the queue, or the connection factory gives no " + number
                            + " connections at the same time: " + e.getCause().getMessage(),
                    e.getCause());
        }
    }

    /**
     * Returns whether a message arrives that a session sends in its own transaction. It uses several connections, because one of them
     * may lead to another broker.
     *
     * @throws JMSException if not all sessions can be open at the same time
     */
    boolean receivesOfLocalTransactions() throws JMSException {
        control().sendInLocalTransactions();
        return arrives(() -> hasReceived(Stage.CONTROL_LOCAL), PATIENCE);
    }

    private ControlMessages control() {
        return new ControlMessages(factory, queue, check);
    }

    /** Warns if the connection factory leads to several brokers. To be called after the check, which may count the connections. */
    void warnOfSeveralBrokers() {
        ArtemisBrokers.warn(name, factory, session);
    }

    /** Deletes a temporary queue, or receives the messages of the check that are left in another one, and closes the connection. */
    @Override
    public void close() {
        if (!(queue instanceof TemporaryQueue)) {
            drain();
        }
        close(consumer);
        if (queue instanceof TemporaryQueue temporary && deleted(temporary) && isOfArtemisAdapter(connection)) {
            close(session);
        } else {
            close(session, connection);
        }
    }

    /** What arrives later ends with its time to live. */
    private void drain() {
        try {
            while (consumer.receiveNoWait() != null) {
                // only its removal matters
            }
        } catch (JMSException | RuntimeException e) {
            // its time to live ends
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
