// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.onceward.admin.Admin;
import io.onceward.api.OncewardException;
import io.onceward.cloudevents.JsonFormat;
import io.onceward.config.ChannelConfig;
import io.onceward.config.ChannelDestination;
import io.onceward.config.Codecs;
import io.onceward.config.Envelope;
import io.onceward.config.Key;
import io.onceward.config.OncewardConfig;
import io.onceward.inbox.DurableQueue;
import io.onceward.jdbc.Database;
import io.onceward.metrics.Metric;
import io.onceward.metrics.MetricsRecorder;
import io.onceward.outbox.AdapterOutbox;
import io.onceward.outbox.Backpressure;
import io.onceward.outbox.Channel;
import io.onceward.outbox.CloudEventEnvelope;
import io.onceward.outbox.CommitListener;
import io.onceward.outbox.Destination;
import io.onceward.outbox.LocalQueues;
import io.onceward.outbox.OutboxMetrics;
import io.onceward.outbox.RecordingErrors;
import io.onceward.outbox.capture.Capture;
import io.onceward.queue.ColumnWidths;
import io.onceward.queue.QueueName;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.Side;
import io.onceward.queue.outage.BrokerConnection;
import io.onceward.queue.outage.CircuitBreakers;
import io.onceward.queue.outage.Outage;
import io.onceward.queue.payload.StoredPayloads;
import io.onceward.queue.relay.ArchiveJanitor;
import io.onceward.queue.relay.ParkedEvents;
import io.onceward.queue.relay.QueueBreaker;
import io.onceward.queue.relay.RelayParts;
import io.onceward.queue.relay.RelaySettings;
import io.onceward.queue.relay.Relays;
import io.onceward.queue.store.AppendStore;
import io.onceward.queue.store.FreshEvent;
import io.onceward.queue.store.QueueStore;
import io.onceward.queue.store.RetryPolicy;
import io.onceward.selfcheck.ProbedConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** The outbox: the channels, and a relay for each datasource in use. */
final class Outgoing implements CommitListener {

    private final OncewardConfig config;
    private final Databases databases;
    private final MetricsRecorder metrics;
    private final Brokers brokers;
    private final LocalChannels local;
    private final StoredPayloads payloads;
    private final Alerts alerts;
    private final QueueSide side;
    private final Admin admin;
    private final Supplier<CircuitBreakers> breakers;
    private final Backpressure backpressure;
    private final Captures captures;
    private final Map<String, Channel> channels = new ConcurrentHashMap<>();
    private final Map<String, Channel> durables = new ConcurrentHashMap<>();
    private final Map<String, AdapterOutbox.Target> targets = new ConcurrentHashMap<>();
    private final Map<String, ArchiveJanitor> janitors = new ConcurrentHashMap<>();

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
            LocalChannels local,
            StoredPayloads payloads,
            Alerts alerts,
            Supplier<CircuitBreakers> breakers) {
        this.config = config;
        this.databases = databases;
        this.metrics = metrics;
        this.brokers = brokers;
        this.local = local;
        this.payloads = payloads;
        this.alerts = alerts;
        this.side = new QueueSide(Side.OUTBOX, config, platform, databases);
        this.breakers = breakers;
        this.backpressure = new Backpressure(config.maxPending(), platform.executor());
        this.captures = new Captures(config, platform, databases);
        this.admin = side.admin(() -> databases.all().values(), this::queuesIn, captures::requirePausable, payloads);
    }

    Captures captures() {
        return captures;
    }

    /** Opens a datasource, and its relay unless a tool publishes its events. */
    Database open(String datasource, String key) {
        Database database = databases.open(datasource, key);
        if (config.isRelayEnabled()) {
            if (!captures.has(datasource)) {
                side.open(datasource, breakers, new ChannelRelays(datasource));
            }
            config.retention()
                    .ifPresent(retention -> janitors.computeIfAbsent(
                            datasource,
                            name -> new ArchiveJanitor(name, database.archive(), databases.node(name), retention)));
        }
        return database;
    }

    /** What the relays of the channels need. */
    private final class ChannelRelays implements Relays.Opener {

        private final String datasource;
        private final Set<String> only = config.relayChannels();
        private final RelaySettings settings = new RelaySettings(
                policy(),
                config.relayBatchSize(),
                Duration.ZERO,
                config.relaySenders(),
                config.relaySendTimeout(),
                config.relayPollingInterval());

        private ChannelRelays(String datasource) {
            this.datasource = datasource;
        }

        @Override
        public boolean serves(String channel) {
            return only.isEmpty() || only.contains(channel);
        }

        @Override
        public RelayParts open(QueueStore channel) {
            return new RelayParts(
                    brokers.publishers(payloads),
                    new OutboxMetrics(metrics, datasource),
                    QueueBreaker.CLOSED,
                    settings,
                    handOn(channel.name(), datasource),
                    reason -> alerts.parked(Side.OUTBOX, channel.name(), reason));
        }
    }

    /** Returns what gets the parked events of a queue. */
    private ParkedEvents handOn(String queue, String datasource) {
        String channel =
                config.destinationOf(queue).map(ChannelDestination::channel).orElse(queue);
        if (!datasource.equals(config.inboxDatasource())) {
            config.value(Key.CHANNEL_PARKED_CHANNEL.text(channel))
                    .ifPresent(to -> EngineLog.notHandedOn(queue, datasource, to, config.inboxDatasource()));
            return ParkedEvents.KEPT;
        }
        return local.handOn(
                Key.CHANNEL_PARKED_CHANNEL,
                channel,
                Side.OUTBOX,
                databases.all().get(config.inboxDatasource()).stores(Side.INBOX).append());
    }

    /** Returns the administration of the outbox. */
    Admin admin() {
        return admin;
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
        side.declare(datasource, by, names.stream().collect(Collectors.toMap(channel -> channel, channel -> policy)));
    }

    /** Returns the queues of the channels that record in a datasource. */
    private List<String> queuesIn(String datasource) {
        AppendStore store = side.stores(datasource).append();
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

    /** Returns the channel of the events of a durable observer or method, which only this one gets. */
    Channel durable(String queue) {
        return durables.computeIfAbsent(queue, handler -> {
            Database database = databases.all().get(config.inboxDatasource());
            return new Channel(
                    DurableQueue.nameOf(handler),
                    database.stores(Side.OUTBOX).append(),
                    databases.sentinel(config.inboxDatasource()),
                    List.of(),
                    new LocalQueues(database.stores(Side.INBOX).append(), List.of(handler)),
                    config.observersOpenOwnTransaction(),
                    UnaryOperator.identity(),
                    stored(config.codecs()),
                    backpressure);
        });
    }

    /** Returns the target of an open channel. */
    AdapterOutbox.Target target(String channel) {
        return targets.computeIfAbsent(channel, name -> {
            captures.requireDestinations(config.channel(name));
            if (!local.handlersOf(name).isEmpty()) {
                throw LocalErrors.noBroker(name);
            }
            List<Brokers.Route> routes = routesOf(name);
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
            local.verifyNoneParked(
                    name,
                    "the events of this channel are captured from the log, where none is parked",
                    "Remove the key.");
            return captured(channel);
        }
        local.verify(channel);
        if (local.isOnlyLocal(name)) {
            local.verifyNoneParked(
                    name,
                    "the events of this channel are parked in the queues of their handlers",
                    "Set " + Key.INCOMING_PARKED_CHANNEL.text(name) + " instead.");
        }
        local.verifyParked(Key.CHANNEL_PARKED_CHANNEL, name, channel.datasource());
        List<Destination> destinations = destinations(name);
        Database database = open(channel.datasource(), Key.CHANNEL_DATASOURCE.text(name));
        Set<String> queues = destinations.stream().map(Destination::queue).collect(Collectors.toSet());
        queues.forEach(queue -> opened.put(queue, channel.datasource()));
        if (prepared) { // prepare() opens the queues of the channels that it finds after it had set this
            captures.check(channel.datasource());
            queues.forEach(queue -> side.openQueue(channel.datasource(), queue));
        }
        String declaring = application;
        if (declaring != null) {
            declare(declaring, channel.datasource(), queues);
        }
        return new Channel(
                name,
                database.stores(Side.OUTBOX).append(),
                databases.sentinel(channel.datasource()),
                destinations,
                localQueues(name),
                channel.opensOwnTransaction(),
                local.isOnlyLocal(name) ? UnaryOperator.identity() : envelope(channel.envelope()),
                stored(config.outgoingCodecs(name)),
                backpressure);
    }

    /** @throws OncewardException if the application has no keys for the codecs */
    private UnaryOperator<RecordedEvent> stored(Codecs codecs) {
        payloads.verify(codecs.key(), codecs.chain());
        return event -> payloads.encode(codecs.chain(), event);
    }

    private LocalQueues localQueues(String channel) {
        List<String> handlers = local.handlersOf(channel);
        if (handlers.isEmpty()) {
            return LocalQueues.NONE;
        }
        handlers.forEach(handler -> requireLegal("handler name", handler));
        EngineLog.localChannel(channel, handlers);
        Database database = databases.all().get(config.inboxDatasource());
        return new LocalQueues(database.stores(Side.INBOX).append(), handlers);
    }

    /** Returns the routes of the channel's events to brokers. */
    private List<Brokers.Route> routesOf(String channel) {
        return local.isOnlyLocal(channel) ? List.of() : brokers.routesOf(channel);
    }

    /** Returns a channel that has no queue, because a tool publishes its events from the log of the database. */
    private Channel captured(ChannelConfig channel) {
        String name = channel.name();
        Codecs codecs = config.outgoingCodecs(name);
        if (!codecs.isNone()) {
            throw EngineErrors.encodedCapture(name, codecs.key(), Key.CHANNEL_CODECS.text(name));
        }
        open(channel.datasource(), Key.CHANNEL_DATASOURCE.text(name));
        Capture capture = captures.open(channel);
        Channel resolved = new Channel(
                name,
                capture.events(),
                databases.sentinel(channel.datasource()),
                List.of(CapturedDestinations.of(name)),
                channel.opensOwnTransaction(),
                envelope(channel.envelope()),
                capture.admission());
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
        return routesOf(channel).stream()
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
                    return new Destination(route.queue(), route.destinations(), uri);
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
        opened.forEach((channel, datasource) -> side.openQueue(datasource, channel));
    }

    private UnaryOperator<RecordedEvent> envelope(Envelope envelope) {
        return envelope == Envelope.NONE
                ? UnaryOperator.identity()
                : new CloudEventEnvelope(
                        config.cloudEventsSource(), envelope == Envelope.CLOUDEVENTS_JSON ? new JsonFormat() : null);
    }

    /** @throws OncewardException if the channel, or a resource that it names, does not exist or does not fit */
    void verify(String name) {
        channel(name);
        if (!captures.hasChannel(name)) {
            routesOf(name).forEach(Brokers.Route::verify);
        }
    }

    /** Returns the connections by which this node publishes events of the open channels, if they can be checked. */
    Set<ProbedConnection> probedConnections() {
        Set<ProbedConnection> probed = new LinkedHashSet<>();
        Set<String> only = config.relayChannels();
        if (config.isRelayEnabled()) {
            new TreeSet<>(channels.keySet())
                    .stream()
                            .filter(channel -> !captures.hasChannel(channel))
                            .flatMap(channel -> routesOf(channel).stream())
                            .filter(route -> only.isEmpty() || only.contains(route.queue()))
                            .forEach(route -> route.connection().ifPresent(probed::add));
        }
        return probed;
    }

    @Override
    public long ticket(AppendStore store, RecordedEvent event) {
        return side.ticket(store, event);
    }

    @Override
    public void committed(AppendStore store, List<RecordedEvent> events, FreshEvent fresh) {
        metrics.count(Metric.RECORDED, events, RecordedEvent::channel);
        side.committed(store, events, fresh);
    }

    void tick() {
        side.tick();
        janitors.values().forEach(ArchiveJanitor::tick);
        captures.tick();
        databases
                .all()
                .values()
                .forEach(database ->
                        backpressure.measure(database.stores(Side.OUTBOX).append()));
    }

    /** Returns the databases, and lanes of queues in them, that failed in the last attempt of a relay. */
    List<Outage> failingDatabases() {
        return side.failingDatabases();
    }

    /** Returns the brokers that failed in the last attempt of a relay. */
    List<Outage> failingBrokers() {
        return side.failingBrokers();
    }

    /** Returns what alerts are about. */
    Alerts.View view() {
        return side.view(side.failing());
    }

    /** Returns the connections by which this node publishes. */
    List<BrokerConnection> connections() {
        List<Channel> relayed = channels.values().stream()
                .filter(channel -> !captures.hasChannel(channel.name()))
                .toList();
        return new OutgoingConnections(relayed, failingBrokers()).sorted();
    }

    /** Returns the longest time that a relay, or the check of a capture, has been in its current step. */
    Duration inStep() {
        Duration relays = side.inStep();
        Duration capture = captures.inStep();
        return relays.compareTo(capture) > 0 ? relays : capture;
    }

    /** Returns whether this node publishes the events of an open datasource. */
    boolean hasRelay(String datasource) {
        return config.isRelayEnabled() && !captures.has(datasource);
    }

    /** Returns the state of the relays: off, stopped, running, or retrying; captured, if a tool publishes all events. */
    String state() {
        if (side.isEmpty()) {
            return captures.isEmpty() ? "off" : "captured";
        }
        if (side.isHalted()) {
            return "stopped";
        }
        return side.isHealthy() ? "running" : "retrying";
    }

    Optional<Instant> lastPublished() {
        return side.lastPublished();
    }

    /** Stops after the current batches. */
    void halt() {
        side.halt();
    }

    /** Has the lanes of channels without a batch given up, after {@link #halt}; returns whether no batch is left. */
    boolean stop(Executor last) {
        return side.stop(last);
    }

    /** Logs that the stop waits no longer. */
    void stopped(Duration patience) {
        side.stopped(patience);
    }
}
