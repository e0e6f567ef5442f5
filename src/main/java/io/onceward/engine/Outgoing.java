// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.onceward.api.OncewardException;
import io.onceward.capture.CaptureErrors;
import io.onceward.cloudevents.JsonFormat;
import io.onceward.config.ChannelConfig;
import io.onceward.config.Envelope;
import io.onceward.config.Key;
import io.onceward.config.OncewardConfig;
import io.onceward.jdbc.Database;
import io.onceward.metrics.Metric;
import io.onceward.metrics.MetricsRecorder;
import io.onceward.outbox.Backpressure;
import io.onceward.outbox.Channel;
import io.onceward.outbox.CloudEventEnvelope;
import io.onceward.outbox.Destination;
import io.onceward.outbox.OutboxMetrics;
import io.onceward.outbox.RecordingErrors;
import io.onceward.queue.ColumnWidths;
import io.onceward.queue.QueueName;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.Side;
import io.onceward.queue.outage.BrokerConnection;
import io.onceward.queue.outage.CircuitBreakers;
import io.onceward.queue.outage.Outage;
import io.onceward.queue.relay.ArchiveJanitor;
import io.onceward.queue.relay.NodePayloads;
import io.onceward.queue.relay.PolicyDeclaration;
import io.onceward.queue.relay.QueueBreaker;
import io.onceward.queue.relay.QueueControls;
import io.onceward.queue.relay.RelaySettings;
import io.onceward.queue.relay.Relays;
import io.onceward.queue.store.AppendStore;
import io.onceward.queue.store.RetryPolicy;
import io.onceward.selfcheck.ConnectionCheck;
import io.onceward.spi.AdapterOutbox;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** The outbox: the channels, and a relay for each datasource in use. */
final class Outgoing {

    private final OncewardConfig config;
    private final Platform platform;
    private final Databases databases;
    private final MetricsRecorder metrics;
    private final Brokers brokers;
    private final NodePayloads payloads;
    private final Supplier<CircuitBreakers> breakers;
    private final Backpressure backpressure;
    private final Captures captures;
    private final Map<String, Channel> channels = new ConcurrentHashMap<>();
    private final Map<String, AdapterOutbox.Target> targets = new ConcurrentHashMap<>();
    private final Map<AppendStore, Relays> relays = new ConcurrentHashMap<>();
    private final Map<AppendStore, ArchiveJanitor> janitors = new ConcurrentHashMap<>();

    /** The datasources of the queues of the open channels. */
    private final Map<String, String> opened = new ConcurrentHashMap<>();

    /** Whether the tables exist, so that a channel which opens may open its queue. */
    private volatile boolean prepared;

    /** The name under which this application declares policies; {@code null} until the engine has started. */
    private volatile String application;

    Outgoing(
            OncewardConfig config,
            Platform platform,
            Databases databases,
            MetricsRecorder metrics,
            Brokers brokers,
            NodePayloads payloads,
            Supplier<CircuitBreakers> breakers) {
        this.config = config;
        this.platform = platform;
        this.databases = databases;
        this.metrics = metrics;
        this.brokers = brokers;
        this.payloads = payloads;
        this.breakers = breakers;
        this.backpressure = new Backpressure(config.maxPending(), platform.executor());
        this.captures = new Captures(config, platform, databases);
    }

    Captures captures() {
        return captures;
    }

    /** Opens a datasource, and its relay unless a tool publishes its events. */
    Database open(String datasource, String key) {
        Database database = databases.open(datasource, key);
        if (config.isRelayEnabled()) {
            if (!captures.has(datasource)) {
                relays.computeIfAbsent(database.outbox(), store -> relays(datasource, database));
            }
            config.retention()
                    .ifPresent(retention -> janitors.computeIfAbsent(
                            database.outbox(),
                            store -> new ArchiveJanitor(
                                    datasource,
                                    database.archive(),
                                    platform.transactions(),
                                    platform.executor(),
                                    metrics,
                                    retention)));
        }
        return database;
    }

    private Relays relays(String datasource, Database database) {
        RelaySettings settings = new RelaySettings(
                policy(),
                config.relayBatchSize(),
                config.relaySenders(),
                config.relaySendTimeout(),
                config.relayPollingInterval());
        Set<String> only = config.relayChannels();
        return new Relays(
                "datasource " + datasource,
                Side.OUTBOX,
                database.channels(),
                databases.lease(database),
                new QueueControls(
                        database.channelPolicies()::controls, platform.transactions(), config.relayPollingInterval()),
                platform.transactions(),
                platform.executor(),
                payloads,
                breakers.get(),
                channel -> only.isEmpty() || only.contains(channel),
                (channel, queue) -> new Relays.Parts(
                        brokers.publishers(), new OutboxMetrics(metrics, datasource), QueueBreaker.CLOSED, settings));
    }

    private RetryPolicy policy() {
        return new RetryPolicy(
                config.maxAttempts(), config.retryDelay(), config.retryMaxDelay(), config.blocksKeyOnFailure());
    }

    /** Declares the retry policies of the open channels now, and of further channels when they open. */
    void declareAs(String name) {
        application = name;
        Map<String, Set<String>> byDatasource = new TreeMap<>();
        opened.forEach((channel, datasource) -> byDatasource
                .computeIfAbsent(datasource, each -> new TreeSet<>())
                .add(channel));
        byDatasource.forEach((datasource, names) -> declare(name, datasource, names));
    }

    private void declare(String by, String datasource, Set<String> names) {
        RetryPolicy policy = policy();
        new PolicyDeclaration(
                        "datasource " + datasource,
                        Side.OUTBOX,
                        databases.all().get(datasource).channelPolicies(),
                        platform.transactions())
                .declare(by, names.stream().collect(Collectors.toMap(channel -> channel, channel -> policy)));
    }

    /** Returns the queues of the channels that record in a datasource. */
    List<String> queuesIn(String datasource) {
        AppendStore store = databases.all().get(datasource).outbox();
        return channels.values().stream()
                .filter(channel -> channel.store() == store)
                .flatMap(channel -> channel.destinations().stream())
                .map(Destination::queue)
                .toList();
    }

    /** @throws OncewardException if the channel belongs to another connector, or its destination is malformed */
    Channel channel(String name) {
        Channel known = channels.get(name);
        return known != null ? known : channels.computeIfAbsent(name, this::resolve);
    }

    /** Returns the target of an open channel. */
    AdapterOutbox.Target target(String channel) {
        return targets.computeIfAbsent(channel, name -> {
            if (config.channel(name).isCaptured()) {
                throw CaptureErrors.destinationIgnored(name);
            }
            List<Brokers.Route> routes = brokers.routesOf(name);
            return new AdapterOutbox.Target(
                    routes.get(0).settings(),
                    routes.stream().map(Brokers.Route::destination).toList());
        });
    }

    private Channel resolve(String name) {
        ChannelConfig channel = config.channel(name);
        requireLegal("channel name", name);
        if (channel.hasOtherConnector()) {
            throw EngineErrors.foreignChannel(name, channel.connector().orElseThrow());
        }
        captures.verify(channel);
        if (channel.isCaptured()) {
            return captured(channel);
        }
        List<Destination> destinations = destinations(name);
        AppendStore store =
                open(channel.datasource(), Key.CHANNEL_DATASOURCE.text(name)).outbox();
        Set<String> queues = destinations.stream().map(Destination::queue).collect(Collectors.toSet());
        queues.forEach(queue -> opened.put(queue, channel.datasource()));
        if (prepared) { // prepare() opens the queues of the channels that it finds after it had set this
            captures.check(channel.datasource());
            queues.forEach(queue -> openQueue(queue, channel.datasource()));
        }
        String declaring = application;
        if (declaring != null) {
            declare(declaring, channel.datasource(), queues);
        }
        return new Channel(
                name, store, destinations, channel.opensOwnTransaction(), envelope(channel.envelope()), backpressure);
    }

    /** Returns a channel that has no queue, because a tool publishes its events from the log of the database. */
    private Channel captured(ChannelConfig channel) {
        String name = channel.name();
        Database database = open(channel.datasource(), Key.CHANNEL_DATASOURCE.text(name));
        Channel resolved = new Channel(
                name,
                database.capture().events(),
                List.of(CapturedPublisher.of(name)),
                channel.opensOwnTransaction(),
                envelope(channel.envelope()),
                captures.open(channel));
        if (prepared) {
            captures.check(channel.datasource());
        }
        return resolved;
    }

    private List<Destination> destinations(String channel) {
        config.destinationOf(channel).ifPresent(other -> {
            throw EngineErrors.nameOfDestination(channel, Key.CHANNEL_DESTINATIONS.text(other.channel()));
        });
        Map<String, String> queueOf = new HashMap<>();
        return brokers.routesOf(channel).stream()
                .map(route -> {
                    String uri = route.destination();
                    requireLegal("queue name", route.queue());
                    if (uri.length() > ColumnWidths.DESTINATION) {
                        throw RecordingErrors.tooLong(
                                "destination", route.queue(), uri.length(), ColumnWidths.DESTINATION);
                    }
                    String other = queueOf.putIfAbsent(uri, route.queue());
                    if (other != null) {
                        throw EngineErrors.sameDestination(
                                Key.CHANNEL_DESTINATIONS.text(channel), other, route.queue(), uri);
                    }
                    return new Destination(route.queue(), route.publisher(), uri);
                })
                .toList();
    }

    private static void requireLegal(String what, String name) {
        if (!QueueName.isLegal(name)) {
            throw RecordingErrors.illegalMetadata(
                    what,
                    name,
                    "it is blank, longer than " + ColumnWidths.QUEUE
                            + " characters, or contains the character NUL or an unpaired surrogate; use another name");
        }
    }

    /**
     * Opens the queues of the known channels, whose tables exist now, and of further channels when they open.
     *
     * @throws OncewardException if events that are to be captured would be lost, or events would be published twice
     */
    void prepare() {
        databases.all().keySet().stream()
                .filter(datasource -> captures.has(datasource) || opened.containsValue(datasource))
                .forEach(captures::check);
        prepared = true;
        opened.forEach(this::openQueue);
    }

    private void openQueue(String channel, String datasource) {
        Relays found = relays.get(databases.all().get(datasource).outbox());
        if (found != null) {
            platform.outsideOfTransactions(datasource, () -> {
                found.open(channel);
                return null;
            });
        }
    }

    private UnaryOperator<RecordedEvent> envelope(Envelope envelope) {
        return switch (envelope) {
            case NONE -> UnaryOperator.identity();
            case CLOUDEVENTS -> new CloudEventEnvelope(config.cloudEventsSource(), null);
            case CLOUDEVENTS_JSON -> new CloudEventEnvelope(config.cloudEventsSource(), new JsonFormat());
        };
    }

    /** @throws OncewardException if the channel, or a resource that it names, does not exist or does not fit */
    void verify(String name) {
        channel(name);
        if (!captures.hasChannel(name)) {
            brokers.routesOf(name).forEach(route -> route.publisher().verify(route.settings(), route.destination()));
        }
    }

    /** Returns the checks of the connections by which this node publishes events of the open channels. */
    Set<ConnectionCheck> connectionChecks() {
        Set<ConnectionCheck> checks = new LinkedHashSet<>();
        Set<String> only = config.relayChannels();
        if (config.isRelayEnabled()) {
            new TreeSet<>(channels.keySet())
                    .stream()
                            .filter(channel -> !captures.hasChannel(channel))
                            .flatMap(channel -> brokers.routesOf(channel).stream())
                            .filter(route -> only.isEmpty() || only.contains(route.queue()))
                            .forEach(route -> checks.add(route.check()));
        }
        return checks;
    }

    void committed(AppendStore store, List<RecordedEvent> events) {
        metrics.count(Metric.RECORDED, events, RecordedEvent::channel);
        Relays woken = relays.get(store);
        if (woken != null) {
            Map<String, Set<Integer>> slots = new HashMap<>();
            events.forEach(event -> slots.computeIfAbsent(event.channel(), channel -> new HashSet<>())
                    .add(event.slot()));
            slots.forEach(woken::wake);
        }
    }

    void tick() {
        relays.values().forEach(Relays::tick);
        janitors.values().forEach(ArchiveJanitor::tick);
        captures.tick();
        databases.all().values().forEach(database -> backpressure.measure(database.outbox()));
    }

    /** Wakes the relays after a requeue or a resume. */
    void wakeForChange() {
        relays.values().forEach(Relays::wakeForChange);
    }

    /** Returns the databases, and lanes of queues in them, that failed in the last attempt of a relay. */
    List<Outage> failingDatabases() {
        return failing(Relays::failingDatabases);
    }

    /** Returns the brokers that failed in the last attempt of a relay. */
    List<Outage> failingBrokers() {
        return failing(Relays::failingBrokers);
    }

    /** Returns the connections by which this node publishes. */
    List<BrokerConnection> connections() {
        List<Channel> relayed = channels.values().stream()
                .filter(channel -> !captures.hasChannel(channel.name()))
                .toList();
        return new OutgoingConnections(relayed, failingBrokers()).sorted();
    }

    private List<Outage> failing(Function<Relays, List<Outage>> kind) {
        Map<String, Outage> byName = new TreeMap<>();
        relays.values().stream()
                .flatMap(relay -> kind.apply(relay).stream())
                .forEach(outage -> byName.merge(outage.name(), outage, Outage::and));
        return List.copyOf(byName.values());
    }

    /** Returns the longest time that a relay, or the check of a capture, has been in its current step. */
    Duration inStep() {
        return relays.values().stream().map(Relays::inStep).reduce(captures.inStep(), Outgoing::longer);
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    /** Returns the state of the relays: off, stopped, running, or retrying; captured, if a tool publishes all events. */
    String state() {
        if (relays.isEmpty()) {
            return captures.isEmpty() ? "off" : "captured";
        }
        if (relays.values().stream().anyMatch(Relays::isHalted)) {
            return "stopped";
        }
        return relays.values().stream().allMatch(Relays::isHealthy) ? "running" : "retrying";
    }

    Optional<Instant> lastPublished() {
        return relays.values().stream()
                .flatMap(relay -> relay.lastPublished().stream())
                .max(Comparator.naturalOrder());
    }

    /** Stops after the current batches. */
    void halt() {
        relays.values().forEach(Relays::halt);
    }

    /** Has the lanes of channels without a batch given up, after {@link #halt}; returns whether no batch is left. */
    boolean stop(Executor last) {
        boolean all = true;
        for (Relays each : relays.values()) {
            all &= each.stop(last);
        }
        return all;
    }

    /** Logs that the stop waits no longer. */
    void stopped(Duration patience) {
        relays.values().forEach(each -> each.stopped(patience));
    }
}
