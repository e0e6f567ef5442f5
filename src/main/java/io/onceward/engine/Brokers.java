// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.onceward.broker.BrokerAdapters;
import io.onceward.broker.ChannelAdapters;
import io.onceward.broker.MessageKinds;
import io.onceward.config.ChannelDestination;
import io.onceward.config.Key;
import io.onceward.config.OncewardConfig;
import io.onceward.queue.payload.StoredPayloads;
import io.onceward.queue.relay.Publishers;
import io.onceward.queue.relay.RelayErrors;
import io.onceward.selfcheck.ProbedConnection;
import io.onceward.spi.BrokerAdapter;
import io.onceward.spi.BrokerContext;
import io.onceward.spi.ChannelSettings;
import io.onceward.spi.Destinations;
import io.onceward.spi.EventPublisher;
import io.onceward.spi.MessageSource;
import io.onceward.spi.Setting.Scope;
import io.onceward.spi.Settings;
import io.onceward.spi.Transactions;
import io.onceward.tracing.ContextPropagation;
import io.onceward.tracing.TracedPublisher;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;

/** The publishers and sources of all adapters that can work, and which of them serves a channel. Thread-safe. */
final class Brokers {

    private final OncewardConfig config;
    private final ChannelAdapters channels;
    private final MessageKinds messageKinds;
    private final ContextPropagation propagation;
    private final Map<String, Destinations> destinations = new LinkedHashMap<>();
    private final Map<String, EventPublisher> publishers = new LinkedHashMap<>();
    private final Map<String, MessageSource> sources = new LinkedHashMap<>();

    /** @throws io.onceward.api.OncewardException if a setting for all channels is illegal, or two adapters have one scheme */
    Brokers(OncewardConfig config, Platform platform, ContextPropagation propagation) {
        BrokerAdapters adapters = new BrokerAdapters(platform.adapters());
        this.config = config;
        this.propagation = propagation;
        channels = new ChannelAdapters(config, adapters);
        messageKinds = new MessageKinds(adapters.usable());
        for (BrokerAdapter adapter : adapters.usable()) {
            BrokerContext context = new Context(platform, config.relaySendTimeout(), channels.settings(adapter));
            destinations.put(adapter.scheme(), adapter.destinations(context));
            publishers.put(adapter.scheme(), adapter.publisher(context));
            adapter.source(context).ifPresent(source -> sources.put(adapter.scheme(), source));
        }
    }

    private record Context(Platform platform, Duration sendTimeout, Settings settings) implements BrokerContext {

        @Override
        public Transactions transactions() {
            return platform.transactions();
        }

        @Override
        public Transactions checkTransactions() {
            return platform.taskTransactions();
        }

        @Override
        public ThreadFactory checkThreads() {
            return platform.checkThreads();
        }
    }

    /**
     * The way of a channel's events to one of its destinations.
     *
     * @param queue the queue of the events
     * @param destination the URI in the rows
     */
    record Route(
            String queue,
            Destinations destinations,
            EventPublisher publisher,
            ChannelSettings settings,
            String destination) {

        /** Checks what can be checked without the broker. */
        void verify() {
            destinations.verify(settings, destination);
        }

        /** Returns its connection; empty if there is nothing to check. */
        Optional<ProbedConnection> connection() {
            return ProbedConnection.of(publisher, destination);
        }
    }

    /** A place that messages are received from, and how. */
    record Origin(MessageSource source, ChannelSettings settings) {}

    /** @param payloads decodes the payloads of rows */
    Publishers publishers(StoredPayloads payloads) {
        Map<String, EventPublisher> traced = new HashMap<>();
        publishers.forEach((scheme, publisher) -> traced.put(scheme, new TracedPublisher(publisher, propagation)));
        return new Publishers(destinations, traced, payloads);
    }

    MessageKinds messageKinds() {
        return messageKinds;
    }

    /**
     * Returns the routes of an outgoing channel: one for each of its destinations that is not local.
     *
     * @throws io.onceward.api.OncewardException if a destination is malformed or has no adapter, or no relay could find the
     *     adapter by its scheme
     */
    List<Route> routesOf(String channel) {
        List<ChannelDestination> destinations = config.destinations(channel);
        if (destinations.isEmpty()) {
            BrokerAdapter adapter = channels.outgoing(channel);
            return List.of(route(channel, adapter, channels.settings(Scope.OUTGOING, channel, adapter)));
        }
        return destinations.stream()
                .filter(destination -> !destination.isLocal())
                .map(destination -> {
                    BrokerAdapter adapter = channels.outgoing(destination);
                    return route(destination.queue(), adapter, channels.settings(destination, adapter));
                })
                .toList();
    }

    private Route route(String queue, BrokerAdapter adapter, ChannelSettings settings) {
        Destinations known = destinations.get(adapter.scheme());
        String destination = known.destination(settings);
        if (!destination.startsWith(adapter.scheme() + ":")) {
            throw RelayErrors.noPublisher(destination, queue);
        }
        return new Route(queue, known, publishers.get(adapter.scheme()), settings, destination);
    }

    /** Returns where an incoming channel receives from; empty if the application receives its messages. */
    Optional<Origin> originOf(String channel) {
        return channels.incoming(channel).map(adapter -> {
            MessageSource source = sources.get(adapter.scheme());
            if (source == null) {
                throw EngineErrors.noSource(adapter.scheme(), channel, Key.INCOMING_DESTINATION.text(channel));
            }
            return new Origin(source, channels.settings(Scope.INCOMING, channel, adapter));
        });
    }

    /** Closes the connections of all adapters. One that fails keeps no other open; its exception is thrown at the end. */
    void close() {
        List<RuntimeException> failures = new ArrayList<>();
        publishers.values().forEach(publisher -> close(publisher::close, failures));
        sources.values().forEach(source -> close(source::close, failures));
        if (!failures.isEmpty()) {
            RuntimeException first = failures.remove(0);
            failures.forEach(first::addSuppressed);
            throw first;
        }
    }

    private static void close(Runnable closing, List<RuntimeException> failures) {
        try {
            closing.run();
        } catch (RuntimeException e) {
            failures.add(e);
        }
    }
}
