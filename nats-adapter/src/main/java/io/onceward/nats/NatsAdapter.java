// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

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
 * NATS JetStream, on a server and in a plain JVM. Thread-safe.
 *
 * <p>It names no class of the NATS client itself, so it loads without the client.
 *
 * @since 0.1
 */
public final class NatsAdapter implements BrokerAdapter {

    static final String SCHEME = "nats";

    private static final String CLIENT = "io.nats.client.JetStream";

    /** Called by {@link java.util.ServiceLoader}. */
    public NatsAdapter() {}

    @Override
    public String scheme() {
        return SCHEME;
    }

    @Override
    public List<Setting> settings() {
        return NatsSettings.ALL;
    }

    @Override
    public Optional<Missing> missing() {
        try {
            Class.forName(CLIENT, false, NatsAdapter.class.getClassLoader());
            return Optional.empty();
        } catch (ClassNotFoundException | LinkageError e) {
            return Optional.of(new Missing("NATS client", "Add the library io.nats:jnats to the application"));
        }
    }

    @Override
    public Destinations destinations(BrokerContext context) {
        return new NatsDestinations(NatsClient.of(context.settings(), false));
    }

    @Override
    public EventPublisher publisher(BrokerContext context) {
        return new NatsPublisher(NatsClient.of(context.settings(), false));
    }

    @Override
    public Optional<MessageSource> source(BrokerContext context) {
        return Optional.of(new NatsSource(NatsClient.of(context.settings(), true)));
    }

    @Override
    public List<MessageKind> messageKinds() {
        return NatsMessageKind.ALL;
    }
}
