// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.jms.check.CheckedPublisher;
import io.onceward.jms.check.CheckedSource;
import io.onceward.spi.BrokerContext;
import io.onceward.spi.Destinations;
import io.onceward.spi.EventPublisher;
import io.onceward.spi.MessageSource;
import jakarta.jms.ConnectionFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Jakarta Messaging in a plain JVM, by connection factories that the application gives. Thread-safe.
 *
 * @since 0.1
 */
public final class LocalJmsAdapter extends JmsBrokerAdapter {

    private final Map<String, ConnectionFactory> named;
    private final Optional<ConnectionFactory> standard;

    /**
     * Connects to nothing yet.
     *
     * @param named the connection factories by their names
     * @param standard the connection factory that {@code onceward.connection-factory} means, if there is one
     */
    public LocalJmsAdapter(Map<String, ConnectionFactory> named, Optional<ConnectionFactory> standard) {
        this.named = Map.copyOf(named);
        this.standard = standard;
    }

    @Override
    public Optional<Missing> missing() {
        return Optional.empty();
    }

    @Override
    public Destinations destinations(BrokerContext context) {
        return new LocalJmsDestinations(factories(context));
    }

    @Override
    public EventPublisher publisher(BrokerContext context) {
        JmsSettings.objectClasses(context.settings());
        LocalJmsPublisher publisher = new LocalJmsPublisher(
                factories(context), context.transactions(), JmsSettings.localProbeQueue(context.settings()));
        return new CheckedPublisher(publisher, publisher, context.checkTransactions(), checkThreads(context));
    }

    @Override
    public Optional<MessageSource> source(BrokerContext context) {
        LocalJmsSource source = new LocalJmsSource(
                factories(context), context.transactions(), JmsSettings.localProbeQueue(context.settings()));
        return Optional.of(new CheckedSource(source, source, context.checkTransactions(), checkThreads(context)));
    }

    private GivenFactories factories(BrokerContext context) {
        Map<String, ConnectionFactory> all = new LinkedHashMap<>(named);
        String name = JmsSettings.connectionFactory(context.settings());
        standard.ifPresent(factory -> all.put(name, factory));
        return new GivenFactories(all);
    }
}
