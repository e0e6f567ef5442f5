// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.jms.check.Probed;
import io.onceward.spi.EventPublisher;
import io.onceward.spi.OutboxEvent;
import io.onceward.spi.Transactions;
import jakarta.jms.ConnectionFactory;
import java.util.List;
import java.util.Optional;

/**
 * Publishes events by the server's connection factories. A batch is sent in a JTA transaction in which nothing else takes
 * part; its commit is the broker's confirmation. Thread-safe.
 */
final class JmsPublisher implements EventPublisher, Probed {

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
    public void publish(List<OutboxEvent> events, Results results) {
        new TransactedBatch(link(connection(events.get(0).destination()))).publish(events, results);
    }

    /** Returns the way to the broker of a connection factory. */
    TransactedBatch.Link link(String name) {
        return new JmsLink(name, transactions, resources, uris, names);
    }

    @Override
    public String connection(String address) {
        return uris.get(address).connectionFactory();
    }

    @Override
    public void check(String connection, Transactions others) throws Exception {
        others.suspended(() -> {
            JmsPublisher checked = new JmsPublisher(others, probeQueue);
            RepeatedCheck.run(connection, () -> checked.probe(connection));
            return null;
        });
    }

    private void probe(String connection) throws Exception {
        ConnectionFactory factory = resources.factory(connection);
        PublishingCheck.requireGroups(connection, factory);
        PublishingCheck.requirePersistence(connection, factory);
        try (ProbeQueue queue = ProbeQueue.open(connection, factory, probeQueue, names)) {
            String destination = names.add(queue.queue(), connection);
            new PublishingCheck(link(connection), () -> {}, connection, HostServer.current()).run(queue, destination);
        }
    }
}
