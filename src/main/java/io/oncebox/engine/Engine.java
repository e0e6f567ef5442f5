// SPDX-License-Identifier: Apache-2.0
package io.oncebox.engine;

import io.oncebox.admin.Admin;
import io.oncebox.api.InboxAdmin;
import io.oncebox.api.OnceboxException;
import io.oncebox.api.OutboxAdmin;
import io.oncebox.cloudevents.JsonFormat;
import io.oncebox.config.ChannelConfig;
import io.oncebox.config.Envelope;
import io.oncebox.config.Key;
import io.oncebox.config.OnceboxConfig;
import io.oncebox.inbox.Calls;
import io.oncebox.inbox.Inbox;
import io.oncebox.inbox.MessageHandler;
import io.oncebox.inbox.Replay;
import io.oncebox.inbox.Results;
import io.oncebox.inbox.StoredInbox;
import io.oncebox.jdbc.Database;
import io.oncebox.jmx.JmxBeans;
import io.oncebox.jmx.QueueBean;
import io.oncebox.log.Errors;
import io.oncebox.metrics.Meters;
import io.oncebox.metrics.Metric;
import io.oncebox.metrics.MetricsBean;
import io.oncebox.metrics.QueueMeters;
import io.oncebox.outbox.Backpressure;
import io.oncebox.outbox.Channel;
import io.oncebox.outbox.CloudEventEnvelope;
import io.oncebox.outbox.Codecs;
import io.oncebox.outbox.Limits;
import io.oncebox.outbox.OutboxRecorder;
import io.oncebox.outbox.SelfCheck;
import io.oncebox.relay.ClaimJanitor;
import io.oncebox.relay.Janitor;
import io.oncebox.relay.Pauses;
import io.oncebox.relay.Publishers;
import io.oncebox.relay.Relay;
import io.oncebox.relay.RetryPolicy;
import io.oncebox.relay.Surroundings;
import io.oncebox.spi.EventPublisher;
import io.oncebox.spi.OutboxEvent;
import io.oncebox.spi.OutboxStore;
import io.oncebox.spi.PayloadCodec;
import io.oncebox.spi.ProbeCaller;
import io.oncebox.spi.Tracing;
import io.oncebox.trace.TracedPublisher;
import io.oncebox.trace.Trail;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** One outbox and inbox, opened: datasources resolved, tables validated, channels known. Thread-safe. */
public final class Engine {

    /** The widths of the columns. */
    private static final int MAX_CHANNEL = 255;

    private static final int MAX_DESTINATION = 512;

    private final OnceboxConfig config;
    private final Platform platform;
    private final Publishers publishers;
    private final Databases databases;
    private final Meters meters = new Meters();
    private final Trail trail;
    private final OutboxRecorder recorder;
    private final Inbox inbox;
    private final Calls calls;
    private final List<PayloadCodec> codecs;
    private final Map<String, Channel> channels = new ConcurrentHashMap<>();
    private final Map<OutboxStore, Relay> relays = new ConcurrentHashMap<>();
    private final Map<OutboxStore, Janitor> janitors = new ConcurrentHashMap<>();
    private final Backpressure backpressure;
    private final Admin outboxAdmin;
    private final Admin inboxAdmin;
    private final Incoming incoming;
    private final ClaimJanitor claimJanitor;
    private final Gauges gauges;
    private JmxBeans beans;
    private boolean stopped;

    /**
     * Opens it. Nothing is published, received or handled before {@link #poll()} or the first commit.
     *
     * @param declared the channels that are known to be Oncebox's: what they name is checked at once
     * @param handlers of stored messages
     * @throws OnceboxException if something configured doesn't exist or doesn't fit, or a database is unreachable
     */
    public Engine(OnceboxConfig config, Platform platform, Set<String> declared, List<MessageHandler> handlers) {
        this.config = config;
        this.platform = platform;
        this.trail = new Trail(platform.logContexts());
        this.publishers = new Publishers(platform.publishers().stream()
                .<EventPublisher>map(publisher -> new TracedPublisher(publisher, trail))
                .toList());
        this.databases = new Databases(config, platform);
        this.backpressure = new Backpressure(config.maxPending());
        this.outboxAdmin = new Admin(
                "outbox",
                () -> databases.all().values().stream().map(Database::admin).toList(),
                this::channelsIn,
                platform.transactions(),
                () -> relays.values().forEach(Relay::wakeForChange),
                config.adminRefresh());
        this.codecs = codecs(platform);
        this.recorder = new OutboxRecorder(
                platform.registry(),
                platform.transactions(),
                codecs,
                new Limits(config.maxPayloadSize(), config.maxHeadersSize()),
                backpressure,
                trail,
                this::committed);
        open(config.datasource(), Key.DATASOURCE.text());
        Database inboxDatabase = open(config.inboxDatasource(), Key.INBOX_DATASOURCE.text());
        this.inbox = new Inbox(
                platform.registry(),
                platform.transactions(),
                inboxDatabase.inbox(),
                platform.identities(),
                meters,
                trail);
        inbox.has(handlers.stream().map(MessageHandler::name).toList());
        this.calls = new Calls(
                platform.registry(), platform.transactions(), inboxDatabase.inbox(), meters, this::inboxIsJoined);
        this.incoming = new Incoming(config, platform, inboxDatabase, inbox, meters, handlers);
        for (MessageHandler handler : handlers) {
            incoming.open(handler, databases.messagesOf(handler, config.inboxDatasource(), inboxDatabase));
        }
        List<String> names = handlers.stream().map(MessageHandler::name).toList();
        this.inboxAdmin = new Admin(
                "inbox",
                () -> List.of(inboxDatabase.messagesAdmin()),
                datasource -> names,
                platform.transactions(),
                incoming::wakeForChange,
                config.adminRefresh());
        this.claimJanitor = new ClaimJanitor(
                config.inboxDatasource(),
                inboxDatabase.claims(),
                platform.transactions(),
                platform.executor(),
                meters,
                new ClaimRetention(config, handlers, inbox::isOwn),
                config.inboxJanitorInterval());
        this.gauges = new Gauges(meters, outboxAdmin, inboxAdmin, platform.executor(), config.adminRefresh());
        declared.forEach(name -> verify(channel(name)));
    }

    private boolean inboxIsJoined() {
        return databases.joinedByApplication(config.inboxDatasource());
    }

    private static List<PayloadCodec> codecs(Platform platform) {
        List<PayloadCodec> codecs = new ArrayList<>(platform.codecs());
        codecs.addAll(Codecs.builtIn());
        return codecs;
    }

    /** Every datasource in use has a relay, so that what was recorded there is published. */
    private Database open(String datasource, String key) {
        Database database = databases.open(datasource, key);
        if (config.relayEnabled()) {
            relays.computeIfAbsent(database.outbox(), store -> relay(datasource, database));
            config.retention()
                    .ifPresent(retention -> janitors.computeIfAbsent(
                            database.outbox(),
                            store -> new Janitor(
                                    datasource,
                                    database.archive(),
                                    platform.transactions(),
                                    platform.executor(),
                                    meters,
                                    retention)));
        }
        return database;
    }

    private Relay relay(String datasource, Database database) {
        return new Relay(
                "datasource " + datasource,
                database.queue(),
                null,
                new Pauses(database.admin()::paused, platform.transactions(), config.relayPollingInterval()),
                publishers,
                platform.transactions(),
                platform.executor(),
                QueueMeters.ofOutbox(meters, datasource),
                new RetryPolicy(
                        config.maxAttempts(), config.retryDelay(), config.retryMaxDelay(), config.blockKeyOnFailure()),
                config.relayBatchSize(),
                config.relayWorkers(),
                config.relayPollingInterval());
    }

    private List<String> channelsIn(String datasource) {
        OutboxStore store = databases.all().get(datasource).outbox();
        return channels.values().stream()
                .filter(channel -> channel.store() == store)
                .map(Channel::name)
                .toList();
    }

    /** Proves, with these callers, that events, claims and transactions belong together on every datasource. */
    public void prove(Iterable<ProbeCaller> callers) {
        SelfCheck check = new SelfCheck(platform.registry(), recorder, platform.executor());
        databases.all().forEach((name, database) -> check.run(callers, name, database.outbox()));
        String name = config.inboxDatasource();
        check.run(callers, name, databases.all().get(name).inbox());
    }

    public OutboxRecorder recorder() {
        return recorder;
    }

    public Inbox inbox() {
        return inbox;
    }

    public Calls calls() {
        return calls;
    }

    /** How the results of a method that returns this are kept and replayed. */
    public Results replay(Type returnType) {
        return new Replay(codecs, returnType);
    }

    /**
     * A channel by its name.
     *
     * @throws OnceboxException if it belongs to another connector, or its destination is malformed
     */
    public Channel channel(String name) {
        Channel known = channels.get(name);
        return known != null ? known : channels.computeIfAbsent(name, this::resolve);
    }

    private Channel resolve(String name) {
        ChannelConfig channel = config.channel(name);
        if (name.isBlank() || name.length() > MAX_CHANNEL || !OutboxEvent.storable(name)) {
            throw Errors.illegalMetadata(
                    "name",
                    name,
                    "is blank, longer than " + MAX_CHANNEL + " characters, or no text that databases store");
        }
        if (channel.foreign()) {
            throw Errors.foreignChannel(name, channel.connector().orElseThrow());
        }
        EventPublisher publisher = publishers.standard().orElseThrow(() -> Errors.noPublisher(name, name));
        String destination = publisher.destination(
                name, channel.destination(), channel.connectionFactory(), channel.duplicateDetection());
        if (destination.length() > MAX_DESTINATION) {
            throw Errors.tooLong("destination", name, destination.length(), MAX_DESTINATION);
        }
        return new Channel(
                name,
                open(channel.datasource(), Key.CHANNEL_DATASOURCE.text(name)).outbox(),
                destination,
                channel.ownTransaction(),
                envelope(channel.envelope()));
    }

    private UnaryOperator<OutboxEvent> envelope(Envelope envelope) {
        return switch (envelope) {
            case NONE -> UnaryOperator.identity();
            case CLOUDEVENTS -> new CloudEventEnvelope(config.cloudEventsSource(), null);
            case CLOUDEVENTS_JSON -> new CloudEventEnvelope(config.cloudEventsSource(), new JsonFormat());
        };
    }

    private void verify(Channel channel) {
        publishers
                .of(channel.destination())
                .orElseThrow(() -> Errors.noPublisher(channel.destination(), channel.name()))
                .verify(channel.name(), channel.destination());
    }

    private void committed(OutboxStore store, List<OutboxEvent> events) {
        meters.count(Metric.RECORDED, events, OutboxEvent::channel);
        Relay relay = relays.get(store);
        if (relay != null) {
            relay.wake();
        }
    }

    /**
     * Publishes what is due: one batch on the calling thread, more on another. Has others receive, bring stored messages to
     * their handlers, and tidy up.
     */
    public void poll() {
        relays.values().forEach(Relay::tick);
        janitors.values().forEach(Janitor::tick);
        incoming.tick();
        claimJanitor.tick();
        databases.all().values().forEach(database -> backpressure.measure(database.outbox()));
        gauges.tick();
    }

    /** What relays and receptions have found when they tried last; asks nobody. */
    public Surroundings surroundings() {
        Set<String> names = relays.values().stream().map(Relay::name).collect(Collectors.toSet());
        Map<Boolean, List<String>> failing = relays.values().stream()
                .flatMap(relay -> relay.failing().stream())
                .distinct()
                .collect(Collectors.partitioningBy(names::contains));
        List<String> databases = new ArrayList<>(failing.get(true));
        databases.addAll(incoming.failingDatabases());
        return new Surroundings(databases, failing.get(false), incoming.failingReceptions());
    }

    /** What the relays of this node do, in a word; asks nobody. */
    public String relay() {
        if (relays.isEmpty()) {
            return "off";
        }
        if (relays.values().stream().anyMatch(Relay::halted)) {
            return "stopped";
        }
        return relays.values().stream().allMatch(relay -> relay.failing().isEmpty()) ? "running" : "resting";
    }

    /** When this node has published something last. */
    public Optional<Instant> lastPublished() {
        return relays.values().stream()
                .flatMap(relay -> relay.lastPublished().stream())
                .max(Comparator.naturalOrder());
    }

    /** What is measured. */
    public Meters meters() {
        return meters;
    }

    /** Tells this one what is done with messages from now on. */
    public void tell(Tracing tracing) {
        trail.tell(tracing);
    }

    /** For those who operate the application. */
    public OutboxAdmin outboxAdmin() {
        return outboxAdmin;
    }

    /**
     * Shows itself in JMX until it is stopped, and not afterwards. Call it once.
     *
     * @param application the name to do so by
     */
    public synchronized void manageAs(String application) {
        if (stopped) {
            return;
        }
        JmxBeans opened = new JmxBeans(application);
        opened.register("Outbox", new QueueBean(outboxAdmin));
        opened.register("Inbox", new QueueBean(inboxAdmin));
        opened.register("Metrics", new MetricsBean(meters));
        beans = opened;
    }

    /** Stores messages that the application has received. */
    public StoredInbox stored() {
        return incoming.stored();
    }

    /** For those who operate the application. */
    public InboxAdmin inboxAdmin() {
        return inboxAdmin;
    }

    /** Lets current batches finish, for at most this long each, and starts no other. */
    public void stop(Duration patience) {
        leaveJmx();
        gauges.stop();
        incoming.halt();
        claimJanitor.halt();
        relays.values().forEach(Relay::halt);
        incoming.stop(patience);
        relays.values().forEach(relay -> relay.stop(patience));
    }

    private synchronized void leaveJmx() {
        stopped = true;
        if (beans != null) {
            beans.close();
        }
    }
}
