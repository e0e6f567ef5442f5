// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jms;

import io.oncebox.config.Key;
import io.oncebox.log.StandaloneErrors;
import io.oncebox.spi.EventPublisher;
import io.oncebox.spi.OutboxEvent;
import io.oncebox.spi.Transactions;
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
public final class LocalJmsPublisher implements EventPublisher, AutoCloseable {

    private final Map<String, JmsSessionPool> links = new LinkedHashMap<>();
    private final Transactions transactions;

    /**
     * Connects to nothing yet.
     *
     * @param factories the connection factories by their names
     * @param transactions keeps a factory that does know JTA away from the relay's transaction
     */
    public LocalJmsPublisher(Map<String, ConnectionFactory> factories, Transactions transactions) {
        this.transactions = transactions;
        factories.forEach((name, factory) -> links.put(name, new JmsSessionPool(factory, LocalJmsPublisher::noName)));
    }

    @Override
    public String scheme() {
        return JmsUri.SCHEME;
    }

    @Override
    public String destination(
            String channel, Optional<String> destination, String connectionFactory, boolean duplicateDetection) {
        JmsUri uri = JmsUri.of(channel, destination, connectionFactory, duplicateDetection);
        if (uri.variant() == JmsUri.Variant.JNDI) {
            throw StandaloneErrors.namedDestination(channel, uri.name(), Key.CHANNEL_DESTINATION.text(channel));
        }
        if (!links.containsKey(connectionFactory)) {
            throw unknown(connectionFactory, Key.CHANNEL_CONNECTION_FACTORY.text(channel));
        }
        return uri.toString();
    }

    @Override
    public void verify(String channel, String destination) {
        // all that can be wrong was found when the destination was composed
    }

    @Override
    public String connection(String destination) {
        return JmsUri.parse(destination).connectionFactory();
    }

    @Override
    public void publish(List<OutboxEvent> events) throws Exception {
        JmsSessionPool known = links(connection(events.get(0).destination()));
        transactions.suspended(() -> {
            publish(known, events);
            return null;
        });
    }

    @Override
    public void publishAlone(OutboxEvent event) throws Exception {
        JmsSessionPool known = links(connection(event.destination()));
        transactions.suspended(() -> {
            known.publishAlone(event);
            return null;
        });
    }

    @Override
    public void reach(String connection) throws Exception {
        JmsSessionPool known = links(connection);
        transactions.suspended(() -> {
            known.reach();
            return null;
        });
    }

    private JmsSessionPool links(String connection) {
        JmsSessionPool known = links.get(connection);
        if (known == null) {
            throw unknown(connection, Key.CONNECTION_FACTORY.text());
        }
        return known;
    }

    private static void publish(JmsSessionPool links, List<OutboxEvent> events) throws Exception {
        JmsSession link = links.take();
        boolean confirmed = false;
        try {
            link.publish(events);
            confirmed = true;
        } finally {
            if (confirmed) {
                links.giveBack(link);
            } else {
                link.close();
                links.closeIdle();
            }
        }
    }

    private RuntimeException unknown(String name, String key) {
        return StandaloneErrors.unknownResource("connection factory", name, key, links.keySet());
    }

    private static jakarta.jms.Destination noName(String name) throws NameNotFoundException {
        throw new NameNotFoundException(name + " was recorded by a server and can be published only there");
    }

    /** Closes the idle connections now, and each one in use when its batch is through. */
    @Override
    public void close() {
        links.values().forEach(JmsSessionPool::close);
    }
}
