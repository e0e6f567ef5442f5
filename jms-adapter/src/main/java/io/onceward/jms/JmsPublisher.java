// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.spi.ChannelSettings;
import io.onceward.spi.EventPublisher;
import io.onceward.spi.OutboxEvent;
import io.onceward.spi.Transactions;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.util.List;
import java.util.Optional;
import javax.naming.NamingException;

/**
 * Publishes events by the server's connection factories. A batch is sent in a JTA transaction in which nothing else takes
 * part; its commit is the broker's confirmation. Thread-safe.
 */
final class JmsPublisher implements EventPublisher {

    private final Transactions transactions;
    private final JmsResources resources = new JmsResources();
    private final JmsUriCache uris = new JmsUriCache();
    private final ProbeNames names = new ProbeNames(resources::destination);
    private final Optional<JmsUri> probeQueue;

    /** @param probeQueue the queue for probes of the self-check; empty for temporary queues */
    JmsPublisher(Transactions transactions, Optional<JmsUri> probeQueue) {
        this.transactions = transactions;
        this.probeQueue = probeQueue;
    }

    @Override
    public String destination(ChannelSettings settings) {
        return JmsUri.of(settings).toString();
    }

    @Override
    public void verify(ChannelSettings settings, String destination) {
        resources.verify(uris.get(destination), settings);
    }

    @Override
    public Optional<IllegalHeader> illegalHeader(String name) {
        return JmsHeaderName.illegal(name);
    }

    @Override
    public String connection(String destination) {
        return uris.get(destination).connectionFactory();
    }

    @Override
    public void publish(List<OutboxEvent> events) throws Exception {
        ConnectionFactory factory = resources.factory(connection(events.get(0).destination()));
        transactions.inNew(() -> {
            send(factory, events);
            return null;
        });
    }

    /**
     * Publishes in a transaction of the session, whose commit tells the reason of a refusal. If the connection factory gives no
     * such session, the event is published as a batch is.
     */
    @Override
    public void publishAlone(OutboxEvent event) throws Exception {
        ConnectionFactory factory = resources.factory(connection(event.destination()));
        JmsLocalTransaction single = new JmsLocalTransaction(factory, uris, names);
        if (!transactions.suspended(() -> single.publish(event))) {
            publish(List.of(event));
        }
    }

    @Override
    public void reach(String connection) throws Exception {
        ConnectionFactory factory = resources.factory(connection);
        transactions.suspended(() -> {
            try (Connection opened = factory.createConnection();
                    Session session = opened.createSession()) {
                session.createTextMessage();
                return null;
            }
        });
    }

    @Override
    public void check(String connection, Transactions others) throws Exception {
        others.suspended(() -> {
            JmsPublisher checked = new JmsPublisher(others, probeQueue);
            RepeatedCheck.run(() -> checked.probe(connection));
            return null;
        });
    }

    private void probe(String connection) throws Exception {
        try (ProbeQueue queue = ProbeQueue.open(connection, resources.factory(connection), probeQueue, names)) {
            String destination = names.add(queue.queue(), connection);
            new PublishingCheck(this, () -> {}, connection, HostServer.current()).run(queue, destination);
        }
    }

    private void send(ConnectionFactory factory, List<OutboxEvent> events) throws JMSException, NamingException {
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession();
                JmsSender sender = new JmsSender(session, uris, names)) {
            sender.send(events);
        }
    }
}
