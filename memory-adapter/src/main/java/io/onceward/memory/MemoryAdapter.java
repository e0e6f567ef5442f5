// SPDX-License-Identifier: Apache-2.0
package io.onceward.memory;

import io.onceward.memory.broker.MemoryBroker;
import io.onceward.spi.BrokerAdapter;
import io.onceward.spi.BrokerContext;
import io.onceward.spi.ChannelSettings;
import io.onceward.spi.Destinations;
import io.onceward.spi.EventPublisher;
import io.onceward.spi.MessageKind;
import io.onceward.spi.MessageSource;
import io.onceward.spi.Setting;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The adapter for brokers in memory, which have names. */
public final class MemoryAdapter implements BrokerAdapter {

    static final String SCHEME = "memory";
    static final String BROKER = "memory-broker";
    static final String TIMEOUT = "memory-timeout";

    private static final Map<String, MemoryBroker<MemoryMessage>> BROKERS = new ConcurrentHashMap<>();

    /** Returns the broker of a name. */
    public static MemoryBroker<MemoryMessage> broker(String name) {
        return BROKERS.computeIfAbsent(name, unused -> new MemoryBroker<>());
    }

    @Override
    public String scheme() {
        return SCHEME;
    }

    @Override
    public List<Setting> settings() {
        return List.of(
                Setting.of(Setting.Scope.GLOBAL, BROKER, "name", "Broker of all channels")
                        .withDefault("main"),
                Setting.of(Setting.Scope.OUTGOING, BROKER, "name", "Broker of this channel"),
                Setting.of(Setting.Scope.INCOMING, BROKER, "name", "Broker of this channel"),
                Setting.of(
                        Setting.Scope.OUTGOING, ChannelSettings.DESTINATION, "queue", "Queue; by default the channel"),
                Setting.of(Setting.Scope.INCOMING, ChannelSettings.DESTINATION, "queue", "Queue that is received from"),
                Setting.of(Setting.Scope.GLOBAL, TIMEOUT, "duration", "Longest wait for an answer of the broker")
                        .withDefault("PT5S"));
    }

    @Override
    public Optional<Missing> missing() {
        return Optional.empty(); // it needs no client library
    }

    @Override
    public Destinations destinations(BrokerContext context) {
        return new MemoryDestinations();
    }

    @Override
    public EventPublisher publisher(BrokerContext context) {
        return new MemoryPublisher(MemoryPublisher.timeout(context.settings()));
    }

    @Override
    public Optional<MessageSource> source(BrokerContext context) {
        return Optional.of(new MemorySource());
    }

    @Override
    public List<MessageKind> messageKinds() {
        MemoryMessages messages = new MemoryMessages();
        return List.of(new MessageKind(MemoryMessage.class, messages, messages));
    }
}
