// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.onceward.broker.BrokerAdapters;
import io.onceward.broker.ChannelAdapters;
import io.onceward.broker.MessageKinds;
import io.onceward.config.ChannelDestination;
import io.onceward.config.Key;
import io.onceward.config.OncewardConfig;
import io.onceward.queue.relay.Publishers;
import io.onceward.queue.relay.RelayErrors;
import io.onceward.selfcheck.CheckThreads;
import io.onceward.selfcheck.CheckedPublisher;
import io.onceward.selfcheck.CheckedSource;
import io.onceward.selfcheck.ConnectionCheck;
import io.onceward.spi.BrokerAdapter;
import io.onceward.spi.BrokerContext;
import io.onceward.spi.ChannelSettings;
import io.onceward.spi.Destinations;
import io.onceward.spi.EventPublisher;
import io.onceward.spi.Setting.Scope;
import io.onceward.spi.Settings;
import io.onceward.spi.Transactions;
import io.onceward.tracing.ContextPropagation;
import io.onceward.tracing.TracedPublisher;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The publishers and sources of all adapters that can work, and which of them serves a channel. Thread-safe. */
final class Brokers {

    /** How many batches a check publishes until it has its first result. */
    private static final int SEND_TIMEOUTS_OF_CHECK = 3;

    private final OncewardConfig config;
    private final ChannelAdapters channels;
    private final MessageKinds messageKinds;
    private final Map<String, Destinations> destinations = new LinkedHashMap<>();
    private final Map<String, CheckedPublisher> publishers = new LinkedHashMap<>();
    private final Map<String, CheckedSource> sources = new LinkedHashMap<>();

    /** @throws io.onceward.api.OncewardException if a setting for all channels is illegal, or two adapters have one scheme */
    Brokers(OncewardConfig config, Platform platform, ContextPropagation propagation) {
        BrokerAdapters adapters = new BrokerAdapters(platform.adapters());
        this.config = config;
        channels = new ChannelAdapters(config, adapters);
        messageKinds = new MessageKinds(adapters.usable());
        CheckThreads threads = new CheckThreads(
                platform.checkThreads(), config.relaySendTimeout().multipliedBy(SEND_TIMEOUTS_OF_CHECK));
        for (BrokerAdapter adapter : adapters.usable()) {
            Context context = new Context(platform.transactions(), channels.settings(adapter));
            Destinations known = adapter.destinations(context);
            EventPublisher publisher = adapter.publisher(context);
            destinations.put(adapter.scheme(), known);
            publishers.put(
                    adapter.scheme(),
                    new CheckedPublisher(
                            known,
                            publisher,
                            new TracedPublisher(publisher, propagation),
                            platform.taskTransactions(),
                            threads));
            adapter.source(context)
                    .ifPresent(source -> sources.put(
                            adapter.scheme(), new CheckedSource(source, platform.taskTransactions(), threads)));
        }
    }

    private record Context(Transactions transactions, Settings settings) implements BrokerContext {}

    /**
     * The way of a channel's events to one of its destinations.
     *
     * @param queue the queue of the events
     * @param destination the URI in the rows
     */
    record Route(
            String queue,
            Destinations destinations,
            CheckedPublisher publisher,
            ChannelSettings settings,
            String destination) {

        /** Checks what can be checked without the broker. */
        void verify() {
            destinations.verify(settings, destination);
        }

        /** Returns the check of its connection. */
        ConnectionCheck check() {
            return publisher.checkOf(destination);
        }
    }

    /** A place that messages are received from, and how. */
    record Origin(CheckedSource source, ChannelSettings settings) {}

    Publishers publishers() {
        return new Publishers(destinations, Map.copyOf(publishers));
    }

    MessageKinds messageKinds() {
        return messageKinds;
    }

    /**
     * Returns the routes of an outgoing channel: one for each of its destinations.
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
            CheckedSource source = sources.get(adapter.scheme());
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
