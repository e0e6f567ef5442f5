// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.jms.check.CheckedPublisher;
import io.onceward.jms.check.CheckedSource;
import io.onceward.spi.BrokerContext;
import io.onceward.spi.Destinations;
import io.onceward.spi.EventPublisher;
import io.onceward.spi.MessageSource;
import java.util.Optional;

/**
 * Jakarta Messaging by the resources of the server. Thread-safe.
 *
 * <p>It names no class of Jakarta Messaging itself, so it loads on a server without it.
 *
 * @since 0.1
 */
public final class JmsAdapter extends JmsBrokerAdapter {

    private static final String API = "jakarta.jms.JMSContext";

    /** Called by {@link java.util.ServiceLoader}. */
    public JmsAdapter() {}

    @Override
    public Optional<Missing> missing() {
        try {
            Class.forName(API, false, JmsAdapter.class.getClassLoader());
            return Optional.empty();
        } catch (ClassNotFoundException | LinkageError e) {
            return Optional.of(new Missing(
                    "Jakarta Messaging",
                    "Open Liberty: add <feature>messaging-3.1</feature>; WildFly: start it with standalone-full.xml"));
        }
    }

    @Override
    public Destinations destinations(BrokerContext context) {
        return new JmsDestinations();
    }

    @Override
    public EventPublisher publisher(BrokerContext context) {
        JmsSettings.connectionFactory(context.settings());
        JmsSettings.objectClasses(context.settings());
        JmsPublisher publisher = new JmsPublisher(context.transactions(), JmsSettings.probeQueue(context.settings()));
        return new CheckedPublisher(publisher, publisher, context.checkTransactions(), checkThreads(context));
    }

    @Override
    public Optional<MessageSource> source(BrokerContext context) {
        JmsSource source = new JmsSource(context.transactions(), JmsSettings.probeQueue(context.settings()));
        return Optional.of(new CheckedSource(source, source, context.checkTransactions(), checkThreads(context)));
    }
}
