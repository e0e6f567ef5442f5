// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import io.onceward.spi.BrokerAdapter;
import io.onceward.spi.BrokerContext;
import io.onceward.spi.Destinations;
import io.onceward.spi.EventPublisher;
import io.onceward.spi.MessageKind;
import io.onceward.spi.MessageSource;
import io.onceward.spi.Setting;
import java.util.List;
import java.util.Optional;

/**
 * The adapter for RabbitMQ, on a server and in a plain JVM. Thread-safe.
 *
 * <p>It names no class of the client library itself, so it loads without this library.
 *
 * @since 0.1
 */
public final class RabbitAdapter implements BrokerAdapter {

    private static final String CLIENT = "com.rabbitmq.client.ConnectionFactory";

    /** Called by {@link java.util.ServiceLoader}. */
    public RabbitAdapter() {}

    @Override
    public String scheme() {
        return RabbitSettings.SCHEME;
    }

    @Override
    public List<Setting> settings() {
        return RabbitSettings.ALL;
    }

    @Override
    public Optional<Missing> missing() {
        try {
            Class.forName(CLIENT, false, RabbitAdapter.class.getClassLoader());
            return Optional.empty();
        } catch (ClassNotFoundException | LinkageError e) {
            return Optional.of(new Missing(
                    "the client library of RabbitMQ",
                    "add com.rabbitmq:amqp-client and its dependencies to the application"));
        }
    }

    @Override
    public Destinations destinations(BrokerContext context) {
        return new RabbitDestinations(new Connector(context.settings()));
    }

    @Override
    public EventPublisher publisher(BrokerContext context) {
        return new RabbitPublisher(new Connector(context.settings()));
    }

    @Override
    public Optional<MessageSource> source(BrokerContext context) {
        return Optional.of(new RabbitSource(new Connector(context.settings())));
    }

    @Override
    public List<MessageKind> messageKinds() {
        return RabbitMessageKind.ALL;
    }
}
