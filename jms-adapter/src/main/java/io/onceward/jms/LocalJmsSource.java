// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.jms.check.Probed;
import io.onceward.spi.ChannelSettings;
import io.onceward.spi.MessageSource;
import io.onceward.spi.Transactions;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Receives in a plain JVM, by connection factories that know nothing of JTA: in a transaction of the session. A connection
 * stays open until something fails with it. Thread-safe.
 */
final class LocalJmsSource implements MessageSource, Probed {

    private final GivenFactories factories;
    private final Transactions transactions;
    private final Map<String, ConsumerSession> sessions = new ConcurrentHashMap<>();
    private final JmsUriCache uris = new JmsUriCache();
    private final Optional<JmsUri> probeQueue;
    private volatile boolean closed;

    /**
     * Connects to nothing yet.
     *
     * @param transactions keeps a factory that does know JTA away from any transaction
     * @param probeQueue the queue for probes of the self-check; empty for temporary queues
     */
    LocalJmsSource(GivenFactories factories, Transactions transactions, Optional<JmsUri> probeQueue) {
        this.factories = factories;
        this.probeQueue = probeQueue;
        this.transactions = transactions;
    }

    @Override
    public String origin(ChannelSettings settings) {
        return factories.resolved(JmsUri.origin(settings), settings);
    }

    /** The application may give a factory two names. The name of a queue of Artemis is unique, whatever its address. */
    @Override
    public boolean divideMessages(String one, String other) {
        return factory(connection(one)) == factory(connection(other))
                && queue(one).equals(queue(other));
    }

    private String queue(String origin) {
        String name = JmsUri.parse(origin).name();
        return DuplicateRefusal.isOfArtemis(factory(connection(origin)).getClass())
                ? name.replaceFirst(".*::", "")
                : name;
    }

    @Override
    public void verify(ChannelSettings settings, String origin) {
        String name = connection(origin);
        ReceivingCheck.requireRedelivery(name, factory(name));
    }

    @Override
    public int receive(String origin, int limit, Duration patience, Sink sink) throws Exception {
        return transactions.suspended(() -> {
            ConsumerSession opened = sessions.get(origin);
            if (opened == null) {
                opened = open(origin);
            }
            return receive(origin, opened, limit, patience, sink);
        });
    }

    /** Connects, unless this is closed. Closes a connection that opens meanwhile, because {@link #close} may miss it. */
    private ConsumerSession open(String origin) throws JMSException {
        if (closed) {
            throw JmsSession.closed();
        }
        JmsUri uri = JmsUri.parse(origin);
        ConsumerSession opened =
                ConsumerSession.open(uri.connectionFactory(), factory(uri.connectionFactory()), uri.name());
        sessions.put(origin, opened);
        if (uris.isFirstUse(origin)) {
            ArtemisQueue.warn(opened.session, opened.session.createQueue(uri.name()));
        }
        if (closed) {
            opened.close();
            throw JmsSession.closed();
        }
        return opened;
    }

    private int receive(String origin, ConsumerSession opened, int limit, Duration patience, Sink sink)
            throws Exception {
        boolean usable = false;
        try {
            List<Message> messages = JmsBatch.receive(opened.consumer, limit, patience);
            if (!messages.isEmpty()) {
                try {
                    sink.store(messages);
                } catch (Exception e) {
                    opened.session.rollback();
                    usable = !(e instanceof JMSException);
                    throw e;
                }
                opened.session.commit();
            } else if (opened.broken) {
                throw new JMSException("The connection is lost");
            }
            usable = true;
            return messages.size();
        } finally {
            if (!usable) { // after unchecked exceptions of the client, too
                sessions.remove(origin);
                opened.close();
            }
        }
    }

    @Override
    public String connection(String address) {
        return JmsUri.parse(address).connectionFactory();
    }

    private ConnectionFactory factory(String connection) {
        return factories.byName().get(connection);
    }

    @Override
    public void check(String connection, Transactions others) throws Exception {
        if (closed) {
            throw JmsSession.closed();
        }
        others.suspended(() -> {
            RepeatedCheck.run(connection, () -> probe(connection, factory(connection)));
            return null;
        });
    }

    private void probe(String name, ConnectionFactory factory) throws Exception {
        try (ProbeQueue queue = ProbeQueue.open(name, factory, probeQueue, LocalJmsPublisher::noName)) {
            new ReceivingCheck(work -> inTransaction(name, factory, work), name, HostServer.NONE).run(queue);
        }
    }

    private static void inTransaction(String name, ConnectionFactory factory, ReceivingCheck.Work work)
            throws Exception {
        Connection connection = factory.createConnection();
        try {
            Session session = TransactedSession.create(connection, name);
            connection.start();
            work.with(session);
            session.commit();
        } finally {
            JmsSession.close(connection);
        }
    }

    @Override
    public void close() {
        closed = true;
        sessions.values().forEach(ConsumerSession::close);
        sessions.clear();
    }

    /** An open connection with a consumer on it. */
    private static final class ConsumerSession {

        private final Connection connection;
        private final Session session;
        private final MessageConsumer consumer;
        private volatile boolean broken;

        private ConsumerSession(Connection connection, String factory, String queue) throws JMSException {
            this.connection = connection;
            connection.setExceptionListener(lost -> broken = true);
            session = TransactedSession.create(connection, factory);
            consumer = session.createConsumer(session.createQueue(queue));
            connection.start();
        }

        /** Connects; leaves nothing open if that fails. */
        static ConsumerSession open(String name, ConnectionFactory factory, String queue) throws JMSException {
            Connection connection = factory.createConnection();
            try {
                return new ConsumerSession(connection, name, queue);
            } catch (JMSException | RuntimeException e) {
                JmsSession.close(connection);
                throw e;
            }
        }

        void close() {
            JmsSession.close(connection);
        }
    }
}
