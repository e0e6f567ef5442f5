// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.onceward.admin.Admin;
import io.onceward.codec.Upcasters;
import io.onceward.config.ChannelConfig;
import io.onceward.config.Codecs;
import io.onceward.config.IncomingConfig;
import io.onceward.config.Key;
import io.onceward.config.OncewardConfig;
import io.onceward.config.RehearsalMode;
import io.onceward.inbox.DurableQueue;
import io.onceward.inbox.HandlerBreaker;
import io.onceward.inbox.HandlerMetrics;
import io.onceward.inbox.HandlerOutlet;
import io.onceward.inbox.IdempotentConsumer;
import io.onceward.inbox.InboxErrors;
import io.onceward.inbox.InboxLog;
import io.onceward.inbox.MessageHandler;
import io.onceward.inbox.MissingObservers;
import io.onceward.inbox.Receiver;
import io.onceward.inbox.Rehearsal;
import io.onceward.inbox.StoredInbox;
import io.onceward.jdbc.Database;
import io.onceward.metrics.Metric;
import io.onceward.metrics.MetricsRecorder;
import io.onceward.outbox.CommitListener;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.Side;
import io.onceward.queue.outage.BrokerConnection;
import io.onceward.queue.outage.CircuitBreakers;
import io.onceward.queue.outage.Outage;
import io.onceward.queue.payload.StoredPayloads;
import io.onceward.queue.relay.Outlet;
import io.onceward.queue.relay.ParkedEvents;
import io.onceward.queue.relay.QueueBreaker;
import io.onceward.queue.relay.RelayParts;
import io.onceward.queue.relay.RelaySettings;
import io.onceward.queue.relay.Relays;
import io.onceward.queue.store.AdminStore;
import io.onceward.queue.store.AppendStore;
import io.onceward.queue.store.FreshEvent;
import io.onceward.queue.store.QueueStore;
import io.onceward.queue.store.RetryPolicy;
import io.onceward.queue.store.SideStores;
import io.onceward.selfcheck.ProbedConnection;
import io.onceward.spi.MessageSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * The stored inbox: a receiver for each channel, and a relay for each handler. A handler has its own relay and its own lanes,
 * so a slow handler does not delay the others.
 */
final class Incoming implements CommitListener {

    private final OncewardConfig config;
    private final Platform platform;
    private final Brokers brokers;
    private final LocalChannels local;
    private final Alerts alerts;
    private final SideStores stores;
    private final IdempotentConsumer inbox;
    private final MetricsRecorder metrics;
    private final Supplier<CircuitBreakers> breakers;
    private final StoredInbox stored;
    private final Map<String, List<String>> handlersByChannel;
    private final QueueSide side;
    private final Admin admin;
    private final MissingObservers missing;
    private final Upcasters upcasters;
    private final StoredPayloads payloads;
    private final Map<String, String> codecs = new TreeMap<>();
    private final List<MessageHandler> handlers;
    private final Map<String, HandlerBreaker> handlerBreakers = new TreeMap<>();
    private final List<Receiver> receivers = new ArrayList<>();
    private final Map<String, KnownOrigin> originOf = new TreeMap<>();
    private final Set<ProbedConnection> probedConnections = new LinkedHashSet<>();

    /** @throws io.onceward.api.OncewardException if something configured doesn't exist or doesn't fit */
    Incoming(
            OncewardConfig config,
            Platform platform,
            Databases databases,
            Brokers brokers,
            LocalChannels local,
            IdempotentConsumer inbox,
            StoredPayloads payloads,
            MetricsRecorder metrics,
            Alerts alerts,
            Supplier<CircuitBreakers> breakers,
            List<MessageHandler> handlers) {
        this.config = config;
        this.platform = platform;
        this.brokers = brokers;
        this.local = local;
        this.alerts = alerts;
        this.payloads = payloads;
        this.side = new QueueSide(Side.INBOX, config, platform, databases);
        this.admin = side.admin(
                () -> List.of(databases.all().get(config.inboxDatasource())),
                datasource -> handlerBreakers.keySet(),
                handler -> {},
                payloads);
        this.stores = side.stores(config.inboxDatasource());
        this.inbox = inbox;
        this.metrics = metrics;
        this.breakers = breakers;
        this.missing = new MissingObservers(config.observersParkAfter());
        this.upcasters = new Upcasters(platform.upcasters());
        this.handlers = handlers;
        this.handlersByChannel = new TreeMap<>();
        Map<String, MessageHandler> byName = new TreeMap<>();
        CircuitBreakers ofRelays = breakers.get();
        for (MessageHandler handler : handlers) {
            if (byName.putIfAbsent(handler.name(), handler) != null) {
                throw InboxErrors.sharedStoredHandler(handler.name(), "the first", "the second");
            }
            handlerBreakers.put(handler.name(), new HandlerBreaker(handler.name(), ofRelays.backoff()));
            handlersByChannel
                    .computeIfAbsent(handler.channel(), channel -> new ArrayList<>())
                    .add(handler.name());
        }
        stored = new StoredInbox(
                platform.transactions(),
                stores.append(),
                brokers.messageKinds(),
                ofMessages(handlers),
                metrics,
                this::wake,
                this::stored,
                (message, error) -> handOn(message.channel()).parked(message, error),
                (handler, reason) -> alerts.parked(Side.INBOX, handler, reason));
        new TreeSet<>(ofMessages(handlers).keySet()).forEach(this::openReceiver);
        handlersByChannel
                .keySet()
                .forEach(channel -> local.verifyParked(Key.INCOMING_PARKED_CHANNEL, channel, config.inboxDatasource()));
        warnOfBatchProperties();
        side.open(config.inboxDatasource(), () -> ofRelays, new Relays.Opener() {
            @Override
            public boolean serves(String handler) {
                return byName.containsKey(handler);
            }

            @Override
            public Set<String> adopted(Set<String> work, ToIntFunction<String> others, Callable<Set<String>> paused)
                    throws Exception {
                return missing.due(work, others, paused);
            }

            @Override
            public RelayParts open(QueueStore queue) {
                MessageHandler handler = byName.get(queue.name());
                return handler == null ? partsOfMissing(queue.name()) : parts(handler, queue);
            }
        });
    }

    /** Returns the names of the handlers that get messages, by channel: all but those of durable observers. */
    private static Map<String, List<String>> ofMessages(List<MessageHandler> handlers) {
        return handlers.stream()
                .filter(handler -> !DurableQueue.isOne(handler.name()))
                .collect(Collectors.groupingBy(
                        MessageHandler::channel, Collectors.mapping(MessageHandler::name, Collectors.toList())));
    }

    /** Warns of properties for handlers that get several messages, of channels that have none. */
    private void warnOfBatchProperties() {
        Set<String> without = new TreeSet<>(handlersByChannel.keySet());
        handlers.stream()
                .filter(MessageHandler::takesBatches)
                .map(MessageHandler::channel)
                .forEach(without::remove);
        without.forEach(channel ->
                config.batchProperties(channel).forEach(property -> EngineLog.noBatchHandler(channel, property)));
    }

    /** Opens the queues of the handlers, whose tables exist now. The thread must have no transaction. */
    void prepare() {
        handlersByChannel
                .values()
                .forEach(handlers -> handlers.forEach(handler -> side.openQueue(config.inboxDatasource(), handler)));
    }

    /**
     * Decodes the waiting and parked messages of the handlers, and the events that they will get from a broker.
     *
     * @throws io.onceward.api.OncewardException if some can't be read, and the configuration refuses that
     */
    void rehearse(Map<String, Database> databases) {
        if (config.rehearsal() == RehearsalMode.OFF) {
            return;
        }
        AdminStore store =
                databases.get(config.inboxDatasource()).stores(Side.INBOX).admin();
        Rehearsal rehearsal = new Rehearsal(store, platform.transactions(), upcasters, payloads);
        List<Rehearsal.Finding> findings = new ArrayList<>(rehearsal.run(handlers));
        for (MessageHandler handler : handlers) {
            ChannelConfig channel = config.channel(handler.channel());
            Database sent = databases.get(channel.datasource());
            if (config.receivesOwn(channel.name())
                    && config.isRelayEnabled()
                    && !channel.isCaptured()
                    && sent != null) {
                AdminStore outbox = sent.stores(Side.OUTBOX).admin();
                findings.addAll(
                        rehearsal.sent(handler, () -> outbox.shaped(channel.name(), null, Rehearsal.MOST_SENT).stream()
                                .map(AdminStore.Shaped::message)
                                .toList()));
                config.retention().ifPresent(age -> rehearsal
                        .sent(handler, () -> sent.archive().newest(Rehearsal.MOST_SENT))
                        .forEach(InboxLog::unreadableInArchive));
            }
        }
        findings.forEach(InboxLog::unreadable);
        if (config.rehearsal() == RehearsalMode.REFUSE && !findings.isEmpty()) {
            throw InboxErrors.rehearsalFailed(findings);
        }
    }

    /**
     * Declares the retry policies of the handlers, and looks for observers that an earlier version of the application had.
     *
     * @param mayRead whether this application has the rights of one that publishes, even without handlers
     */
    void declareAs(String application, boolean mayRead) {
        Map<String, RetryPolicy> policies = new TreeMap<>();
        handlersByChannel.forEach(
                (channel, handlers) -> handlers.forEach(handler -> policies.put(handler, policy(channel))));
        side.declare(config.inboxDatasource(), application, policies);
        if (mayRead || hasHandlers()) {
            missing.find(
                    application,
                    platform.outsideOfTransactions(config.inboxDatasource(), stores.policies()::policies)
                            .values(),
                    policies.keySet());
        }
    }

    private RetryPolicy policy(String name) {
        IncomingConfig channel = config.incoming(name);
        return new RetryPolicy(
                channel.maxAttempts(), channel.retryDelay(), channel.retryMaxDelay(), channel.blocksKeyOnFailure());
    }

    private RelayParts parts(MessageHandler handler, QueueStore queue) {
        IncomingConfig channel = config.incoming(handler.channel());
        boolean batches = handler.takesBatches();
        Outlet outlet = new HandlerOutlet(
                handler,
                inbox,
                queue,
                platform.transactions(),
                upcasters,
                payloads,
                config.rehearsal() == RehearsalMode.PARK);
        return new RelayParts(
                event -> outlet,
                new HandlerMetrics(metrics, handler.name()),
                handlerBreakers.get(handler.name()),
                new RelaySettings(
                        policy(handler.channel()),
                        batches ? channel.handlerBatchSize() : 1,
                        batches ? channel.handlerBatchWait() : Duration.ZERO,
                        channel.concurrency(),
                        null,
                        config.relayPollingInterval()),
                handOn(handler.channel()),
                reason -> alerts.parked(Side.INBOX, handler.name(), reason));
    }

    /** Returns what gets the parked messages of a channel. */
    private ParkedEvents handOn(String channel) {
        return local.handOn(Key.INCOMING_PARKED_CHANNEL, channel, Side.INBOX, stores.append());
    }

    /** Returns what parks the events of an observer that the application no longer has. */
    private RelayParts partsOfMissing(String queue) {
        return new RelayParts(
                event -> missing,
                new HandlerMetrics(metrics, queue),
                QueueBreaker.CLOSED,
                new RelaySettings(
                        policy(queue), config.relayBatchSize(), Duration.ZERO, 1, null, config.relayPollingInterval()),
                handOn(DurableQueue.nameOf(queue)),
                reason -> alerts.parked(Side.INBOX, queue, reason));
    }

    private RecordedEvent stored(RecordedEvent message) {
        return payloads.encode(codecs.get(message.channel()), message);
    }

    private void openReceiver(String name) {
        IncomingConfig channel = config.incoming(name);
        Codecs chain = config.incomingCodecs(name);
        payloads.verify(chain.key(), chain.chain());
        codecs.put(name, chain.chain());
        if (channel.hasOtherConnector()) {
            throw EngineErrors.foreignIncomingChannel(name, channel.connector().orElseThrow());
        }
        brokers.originOf(name)
                .ifPresentOrElse(
                        origin -> receivers.add(receiver(channel, origin)),
                        () -> EngineLog.onlyStoredByApplication(name));
    }

    private Receiver receiver(IncomingConfig channel, Brokers.Origin from) {
        String name = channel.name();
        String origin = from.source().origin(from.settings());
        requireOwn(name, from, origin);
        from.source().verify(from.settings(), origin);
        ProbedConnection.of(from.source(), origin).ifPresent(probedConnections::add);
        return new Receiver(
                name,
                origin,
                from.source(),
                messages -> stored.receive(name, messages),
                () -> verifyWritable(name),
                platform.executor(),
                breakers.get(),
                channel.batchSize());
    }

    /** Messages that the broker divides between two channels would each miss the handlers of one of them. */
    private void requireOwn(String channel, Brokers.Origin from, String origin) {
        originOf.forEach((other, known) -> {
            if (known.source() == from.source() && from.source().divideMessages(known.uri(), origin)) {
                throw EngineErrors.sameOrigin(other, channel, origin);
            }
        });
        originOf.put(channel, new KnownOrigin(from.source(), origin));
    }

    /** What a channel receives from. */
    private record KnownOrigin(MessageSource source, String uri) {}

    private Void verifyWritable(String channel) throws Exception {
        stored(new RecordedEvent(
                "", channel, null, null, new byte[0], null, Map.of(), null, 0, null)); // is there a key?
        TrialWrite.into(stores.append(), platform.transactions());
        return null;
    }

    /** Returns the connections that this node receives by, if they can be checked. */
    Set<ProbedConnection> probedConnections() {
        return probedConnections;
    }

    boolean hasHandlers() {
        return !handlersByChannel.isEmpty();
    }

    /** Returns the administration of the stored inbox. */
    Admin admin() {
        return admin;
    }

    StoredInbox stored() {
        return stored;
    }

    /** Returns whether a store is that of the stored inbox. */
    boolean owns(AppendStore store) {
        return store == stores.append();
    }

    @Override
    public long ticket(AppendStore store, RecordedEvent event) {
        return side.ticket(store, event);
    }

    /** Wakes the handlers of local events that were committed. */
    @Override
    public void committed(AppendStore store, List<RecordedEvent> rows, FreshEvent fresh) {
        Set<String> counted = new HashSet<>();
        for (RecordedEvent row : rows) {
            if (counted.add(row.id())) {
                metrics.count(Metric.RECORDED, row.channel(), 1);
            }
        }
        side.committed(store, rows, fresh);
    }

    private void wake(String channel, Set<Integer> slots) {
        handlersByChannel
                .getOrDefault(channel, List.of())
                .forEach(handler -> side.wake(stores.append(), handler, slots));
    }

    /** Returns the connections by which messages are received. */
    List<BrokerConnection> connections() {
        return receivers.stream().map(Receiver::connection).toList();
    }

    List<Outage> failingReceivers() {
        return receivers.stream()
                .flatMap(receiver -> receiver.outage().stream())
                .toList();
    }

    /** Returns the handlers whose circuit breakers are not closed. */
    List<Outage> failingHandlers() {
        return handlerBreakers.values().stream()
                .flatMap(handler -> handler.outage().stream())
                .toList();
    }

    /** Returns what failed in the last attempt of a relay: only the database. */
    List<Outage> failingDatabases() {
        return side.failingDatabases();
    }

    /** Returns all that failed in the last attempt of a relay, a receiver or a handler. */
    private List<Outage> failing() {
        List<Outage> all = new ArrayList<>(failingDatabases());
        all.addAll(failingReceivers());
        all.addAll(failingHandlers());
        return all;
    }

    /** Returns what alerts are about. */
    Alerts.View view() {
        return side.view(failing());
    }

    Duration inStep() {
        return side.inStep();
    }

    void tick() {
        receivers.forEach(Receiver::tick);
        if (hasHandlers() || missing.areThere()) {
            side.tick();
        }
    }

    void halt() {
        receivers.forEach(Receiver::halt);
        side.halt();
    }

    /** Has the lanes of handlers without a batch given up, after {@link #halt}; returns whether no batch is left. */
    boolean stop(Executor last) {
        return side.stop(last) && receivers.stream().noneMatch(Receiver::isRunning);
    }

    /** Logs that the stop waits no longer. */
    void stopped(Duration patience) {
        side.stopped(patience);
    }
}
