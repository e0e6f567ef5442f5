// SPDX-License-Identifier: Apache-2.0
package io.onceward.memory;

import io.onceward.spi.BrokerAdapter;
import io.onceward.spi.BrokerContext;
import io.onceward.spi.ChannelSettings;
import io.onceward.spi.Destinations;
import io.onceward.spi.EventPublisher;
import io.onceward.spi.MessageKind;
import io.onceward.spi.MessageSource;
import io.onceward.spi.Setting;
import io.onceward.spi.Setting.Scope;
import java.util.List;
import java.util.Optional;

/** The adapter for brokers in memory. */
public final class MemoryAdapter implements BrokerAdapter {

    static final String SCHEME = "memory";

    static final String BROKER = "memory-broker";

    private static final List<Setting> SETTINGS = List.of(
            Setting.of(Scope.GLOBAL, BROKER, "name", "Broker in memory of all channels")
                    .withDefault("main"),
            Setting.of(Scope.OUTGOING, ChannelSettings.DESTINATION, "queue", "Queue; empty for the channel's name"),
            Setting.of(Scope.OUTGOING, BROKER, "name", "Broker in memory of this channel"),
            Setting.of(Scope.INCOMING, ChannelSettings.DESTINATION, "queue", "Queue that is received from"),
            Setting.of(Scope.INCOMING, BROKER, "name", "Broker in memory of this channel"));

    /** Called by {@link java.util.ServiceLoader}. */
    public MemoryAdapter() {}

    @Override
    public String scheme() {
        return SCHEME;
    }

    @Override
    public List<Setting> settings() {
        return SETTINGS;
    }

    @Override
    public Optional<Missing> missing() {
        return Optional.empty();
    }

    @Override
    public Destinations destinations(BrokerContext context) {
        return new MemoryDestinations();
    }

    @Override
    public EventPublisher publisher(BrokerContext context) {
        return new MemoryPublisher();
    }

    @Override
    public Optional<MessageSource> source(BrokerContext context) {
        return Optional.of(new MemorySource());
    }

    @Override
    public List<MessageKind> messageKinds() {
        return List.of(new MessageKind(MemoryMessage.class, new MemoryReader(), new MemoryIdentity()));
    }
}
