// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.jms.check.Probed;
import io.onceward.spi.EventPublisher;
import io.onceward.spi.OutboxEvent;
import io.onceward.spi.Setting;
import io.onceward.spi.Transactions;
import jakarta.jms.ConnectionFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.naming.NameNotFoundException;

/**
 * Publishes events in a plain JVM, by connection factories that know nothing of JTA. A batch is sent in a transaction of
 * the session; its commit is the broker's confirmation. Connecting is expensive, so each thread that publishes has a
 * connection that stays open until something fails with it. Thread-safe.
 */
final class LocalJmsPublisher implements EventPublisher, Probed {

    private final GivenFactories factories;
    private final Map<String, JmsSessionPool> pools = new LinkedHashMap<>();
    private final JmsUriCache uris = new JmsUriCache();
    private final ProbeNames names = new ProbeNames(LocalJmsPublisher::noName);
    private final Transactions transactions;
    private final Optional<JmsUri> probeQueue;

    /**
     * Connects to nothing yet.
     *
     * @param transactions keeps a factory that does know JTA away from the relay's transaction
     * @param probeQueue the queue for probes of the self-check; empty for temporary queues
     */
    LocalJmsPublisher(GivenFactories factories, Transactions transactions, Optional<JmsUri> probeQueue) {
        this.factories = factories;
        this.transactions = transactions;
        this.probeQueue = probeQueue;
        factories.byName().forEach((name, factory) -> pools.put(name, new JmsSessionPool(name, factory, uris, names)));
    }

    @Override
    public void publish(List<OutboxEvent> events, Results results) {
        new TransactedBatch(link(connection(events.get(0).destination()))).publish(events, results);
    }

    /** Returns the way to the broker of a connection factory. */
    TransactedBatch.Link link(String name) {
        return new LocalJmsLink(pool(name), transactions);
    }

    @Override
    public String connection(String address) {
        return uris.get(address).connectionFactory();
    }

    @Override
    public void check(String connection, Transactions others) throws Exception {
        pool(connection).requireOpen();
        others.suspended(() -> {
            try (LocalJmsPublisher checked = new LocalJmsPublisher(factories, others, probeQueue)) {
                RepeatedCheck.run(connection, () -> checked.probe(connection));
            }
            return null;
        });
    }

    private void probe(String connection) throws Exception {
        ConnectionFactory factory = factories.byName().get(connection);
        PublishingCheck.requireGroups(connection, factory);
        PublishingCheck.requirePersistence(connection, factory);
        try (ProbeQueue queue = ProbeQueue.open(connection, factory, probeQueue, names)) {
            String destination = names.add(queue.queue(), connection);
            new PublishingCheck(link(connection), pool(connection)::closeIdle, connection, HostServer.NONE)
                    .run(queue, destination);
        } finally {
            pool(connection).closeIdle();
        }
    }

    private JmsSessionPool pool(String connection) {
        JmsSessionPool known = pools.get(connection);
        if (known == null) {
            throw factories.unknown(connection, Setting.Scope.GLOBAL.prefix() + JmsSettings.CONNECTION_FACTORY);
        }
        return known;
    }

    /** A plain JVM has no JNDI. */
    static jakarta.jms.Destination noName(String name) throws NameNotFoundException {
        throw new NameNotFoundException(name + " was recorded by a server and can be published only there");
    }

    /** Closes the idle connections now, and each one in use when its batch is through. */
    @Override
    public void close() {
        pools.values().forEach(JmsSessionPool::close);
    }
}
