// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.onceward.admin.Admin;
import io.onceward.admin.Cached;
import io.onceward.api.InboxAdmin;
import io.onceward.api.OncewardException;
import io.onceward.api.OutboxAdmin;
import io.onceward.capture.CaptureStatus;
import io.onceward.codec.BuiltInCodecs;
import io.onceward.config.Key;
import io.onceward.config.OncewardConfig;
import io.onceward.inbox.ClaimJanitor;
import io.onceward.inbox.ClaimLimit;
import io.onceward.inbox.IdempotentCalls;
import io.onceward.inbox.IdempotentConsumer;
import io.onceward.inbox.MessageHandler;
import io.onceward.inbox.MessagePayloads;
import io.onceward.inbox.ResultPolicy;
import io.onceward.inbox.ResultReplay;
import io.onceward.inbox.StoredInbox;
import io.onceward.jdbc.Database;
import io.onceward.jmx.ClusterBean;
import io.onceward.jmx.JmxBeans;
import io.onceward.jmx.QueueBean;
import io.onceward.log.Causes;
import io.onceward.metrics.MetricsBean;
import io.onceward.metrics.MetricsRecorder;
import io.onceward.outbox.EventLimits;
import io.onceward.outbox.OutboxRecorder;
import io.onceward.outbox.Recording;
import io.onceward.queue.Side;
import io.onceward.queue.outage.BrokerConnection;
import io.onceward.queue.outage.CircuitBreakers;
import io.onceward.queue.outage.Outage;
import io.onceward.queue.outage.Outages;
import io.onceward.queue.relay.NodeLease;
import io.onceward.queue.relay.NodePayloads;
import io.onceward.queue.relay.RelayLog;
import io.onceward.queue.store.Cluster;
import io.onceward.selfcheck.ConnectionCheck;
import io.onceward.selfcheck.DeploymentChecks;
import io.onceward.selfcheck.SelfCheck;
import io.onceward.selfcheck.SelfCheckErrors;
import io.onceward.selfcheck.TransactionStyle;
import io.onceward.spi.AdapterOutbox;
import io.onceward.spi.PayloadCodec;
import io.onceward.spi.Tracing;
import io.onceward.tracing.ContextPropagation;
import io.onceward.transaction.CallerTransaction;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** An opened outbox and inbox: datasources resolved, existing tables validated, channels known. Thread-safe. */
public final class Engine {

    private static final Duration STOP_STEP = Duration.ofMillis(10);

    /** How long the stop may take longer than allowed, to give up the lanes and the leases. */
    private static final Duration LAST_TASKS = Duration.ofSeconds(1);

    /** A server may take away its metrics before it stops the application; that is nothing to act on. */
    private static final Duration STOP_OF_APPLICATION = Duration.ofSeconds(10);

    private final OncewardConfig config;
    private final Tasks tasks;
    private final Platform platform;
    private final Databases databases;
    private final MetricsRecorder metrics = new MetricsRecorder();
    private final ContextPropagation propagation;
    private final CallerTransaction transaction;
    private final OutboxRecorder recorder;
    private final IdempotentConsumer inbox;
    private final IdempotentCalls calls;
    private final List<PayloadCodec> codecs;
    private final MessagePayloads payloads;
    private final Admin outboxAdmin;
    private final Admin inboxAdmin;
    private final Brokers brokers;
    private final Outgoing outgoing;
    private final Incoming incoming;
    private final DeploymentChecks deploymentChecks = new DeploymentChecks();
    private final ClaimJanitor claimJanitor;
    private final Cached<List<Cluster>> clusters;
    private final Gauges gauges;
    private JmxBeans beans;
    private boolean stopped;

    /**
     * Opens an engine, and makes all checks for which no table is needed. Nothing is recorded before {@link #prepare()}; nothing
     * is published, received or handled before {@link #poll()} or the first commit.
     *
     * @param declared the declared channels, which are checked at once
     * @param handlers the handlers of stored messages
     * @throws OncewardException if something configured doesn't exist or doesn't fit, or a database is unreachable
     */
    public Engine(OncewardConfig config, Platform platform, Set<String> declared, List<MessageHandler> handlers) {
        this(config, platform, declared, handlers, CircuitBreakers::new);
    }

    /** @param breakers creates the circuit breakers of each relay and receiver */
    Engine(
            OncewardConfig config,
            Platform given,
            Set<String> declared,
            List<MessageHandler> handlers,
            Supplier<CircuitBreakers> breakers) {
        this.config = config;
        this.tasks = new Tasks(given.executor());
        this.platform = given.with(tasks);
        this.transaction = new CallerTransaction(platform.registry());
        this.propagation = new ContextPropagation(platform.logContexts());
        this.databases = new Databases(config, platform);
        this.brokers = new Brokers(config, platform, propagation);
        NodePayloads payloads = new NodePayloads();
        this.outgoing = new Outgoing(config, platform, databases, metrics, brokers, payloads, breakers);
        this.outboxAdmin = new Admin(
                Side.OUTBOX,
                () -> databases.all().values().stream().map(Database::admin).toList(),
                outgoing::queuesIn,
                platform.transactions(),
                outgoing::wakeForChange,
                outgoing.captures()::requirePausable,
                config.adminRefresh());
        this.codecs = BuiltInCodecs.after(platform.codecs());
        this.payloads = new MessagePayloads(brokers.messageKinds(), codecs);
        this.recorder = new OutboxRecorder(
                platform.registry(),
                platform.transactions(),
                codecs,
                new EventLimits(config.maxPayloadSize(), config.maxHeadersSize(), config.parksExpired()),
                propagation,
                outgoing::committed);
        outgoing.open(config.datasource(), Key.DATASOURCE.text());
        Database inboxDatabase = outgoing.open(config.inboxDatasource(), Key.INBOX_DATASOURCE.text());
        ClaimLimit claimLimit = new ClaimLimit(config.inboxConcurrency(), config.inboxClaimWait());
        this.inbox = new IdempotentConsumer(
                platform.registry(),
                platform.transactions(),
                inboxDatabase.inbox(),
                claimLimit,
                brokers.messageKinds(),
                metrics,
                propagation);
        inbox.addOwn(handlers.stream().map(MessageHandler::name).toList());
        this.calls = new IdempotentCalls(
                platform.registry(),
                platform.transactions(),
                inboxDatabase.inbox(),
                claimLimit,
                metrics,
                this::inboxIsJoined);
        this.incoming = new Incoming(
                config,
                platform,
                brokers,
                inboxDatabase,
                databases.lease(inboxDatabase),
                inbox,
                metrics,
                payloads,
                breakers,
                handlers);
        List<String> names = handlers.stream().map(MessageHandler::name).toList();
        this.inboxAdmin = new Admin(
                Side.INBOX,
                () -> List.of(inboxDatabase.messagesAdmin()),
                datasource -> names,
                platform.transactions(),
                incoming::wakeForChange,
                handler -> {},
                config.adminRefresh());
        this.claimJanitor = new ClaimJanitor(
                config.inboxDatasource(),
                inboxDatabase.claims(),
                platform.transactions(),
                platform.executor(),
                metrics,
                new ClaimRetention(config, handlers, inbox::isOwn),
                config.inboxJanitorInterval());
        this.clusters = new Cached<>(databases::clusters, config.adminRefresh());
        this.gauges = new Gauges(
                metrics,
                outboxAdmin,
                inboxAdmin,
                clusters::get,
                this::captures,
                platform.executor(),
                config.adminRefresh());
        declared.forEach(outgoing::verify);
    }

    private boolean inboxIsJoined() {
        return databases.isJoinedByApplication(config.inboxDatasource());
    }

    /**
     * Creates missing tables, if so configured, and opens the queues of the channels and handlers. Further calls do little.
     *
     * @throws OncewardException if a database refuses
     */
    public void prepare() {
        step("the creation of the tables", databases::prepare);
        step("the opening of the channels", outgoing::prepare);
        step(
                "the opening of the handlers",
                () -> platform.outsideOfTransactions(config.inboxDatasource(), () -> {
                    incoming.prepare();
                    return null;
                }));
    }

    /** Runs a step of the start. If the database is unavailable meanwhile, the exception says that the start may be retried. */
    private static void step(String name, Runnable work) {
        try {
            work.run();
        } catch (OncewardException e) {
            throw Causes.isDatabaseUnavailable(e) ? SelfCheckErrors.startInterrupted(name, e) : e;
        }
    }

    /**
     * Runs the self-check for these transaction styles, on every datasource.
     *
     * @throws OncewardException if the check has found a fault, or could not be completed
     */
    public void selfCheck(Iterable<TransactionStyle> styles) {
        SelfCheck check = new SelfCheck(platform.registry(), recorder, this::executeOutsideOfTransactions);
        databases
                .all()
                .forEach((name, database) -> step(
                        SelfCheck.nameFor(name), () -> check.run(styles, name, database.outbox(), database.inbox())));
        String name = config.inboxDatasource();
        step(
                SelfCheck.nameFor(name),
                () -> check.run(styles, name, databases.all().get(name).inbox()));
    }

    /**
     * Checks with probes that each connection to a broker by which this node publishes or receives loses nothing. A connection
     * whose broker is unavailable is checked before its first use. It needs no tables. The first call waits for the checks, at most
     * 10 seconds for all of them.
     *
     * @throws OncewardException if a connection would lose events or messages
     */
    public void checkConnections() {
        List<ConnectionCheck> checks = new ArrayList<>(outgoing.connectionChecks());
        checks.addAll(incoming.connectionChecks());
        deploymentChecks.run(checks);
    }

    /** Logs that the start has succeeded. Call it after all checks: an operator takes this line for the end of the start. */
    public void logStarted() {
        databases.logStarted();
    }

    /** Executes a task without the transaction that an earlier task may have left on the thread of the server. */
    private void executeOutsideOfTransactions(Runnable task) {
        platform.executor()
                .execute(() -> platform.outsideOfTransactions("the self-check", () -> {
                    task.run();
                    return null;
                }));
    }

    /**
     * Opens a recording on a channel, before the work of the call that records. If it is refused, the transaction of the
     * thread is marked for rollback.
     *
     * @throws OncewardException if the channel belongs to another connector or its destination is malformed, or the
     *     transaction takes no event
     */
    public Recording recording(String channel) {
        return transaction.rollBackOnFailure(
                () -> recorder.open(outgoing.channel(Objects.requireNonNull(channel, "channel"))));
    }

    /** Returns the outbox for broker adapters. */
    public AdapterOutbox adapterOutbox() {
        return new EngineAdapterOutbox(
                this::recording,
                outgoing::target,
                (channel, payload) -> recorder.encode(outgoing.channel(channel), payload),
                transaction);
    }

    public IdempotentConsumer inbox() {
        return inbox;
    }

    public IdempotentCalls calls() {
        return calls;
    }

    /** Returns the policy that keeps and replays the results of a method with this return type. */
    public ResultPolicy replay(Type returnType) {
        return new ResultReplay(codecs, returnType);
    }

    /**
     * Looks for events to publish. Relays, receivers, handlers of stored messages and janitors run on other threads.
     */
    public void poll() {
        tasks.tick();
        outgoing.tick();
        incoming.tick();
        claimJanitor.tick();
        gauges.tick();
        metrics.failuresBefore(STOP_OF_APPLICATION).forEach(EngineLog::metricsNotTaken);
    }

    /** Returns the outages that relays, receivers and handlers have met in their last attempts; makes no new attempt. */
    public Outages outages() {
        List<Outage> databases = new ArrayList<>(outgoing.failingDatabases());
        databases.addAll(incoming.failingDatabases());
        return new Outages(
                databases, outgoing.failingBrokers(), incoming.failingReceivers(), incoming.failingHandlers());
    }

    /** Returns the connections to brokers that this node publishes and receives by, as it has last seen them; connects to none. */
    public List<BrokerConnection> connections() {
        List<BrokerConnection> all = new ArrayList<>(outgoing.connections());
        all.addAll(incoming.connections());
        return all;
    }

    /** Returns the datasources whose events a tool captures, as this node has last read them. */
    public List<CaptureStatus> captures() {
        return outgoing.captures().statuses();
    }

    /** Returns the state of the relays of this node; makes no attempt to publish. */
    public String relay() {
        return outgoing.state();
    }

    /**
     * Returns the longest time that a relay of this node, or the check of a capture, has waited for an answer of the database or
     * for a thread. The time that a broker or a handler takes does not count.
     */
    public Duration relayInStep() {
        Duration outbox = outgoing.inStep();
        Duration inbox = incoming.inStep();
        return outbox.compareTo(inbox) > 0 ? outbox : inbox;
    }

    /** Returns when this node last published an event. */
    public Optional<Instant> lastPublished() {
        return outgoing.lastPublished();
    }

    /** Returns the metrics recorder. */
    public MetricsRecorder metrics() {
        return metrics;
    }

    /** Reports to this tracing system from now on. */
    public void traceWith(Tracing tracing) {
        propagation.traceWith(tracing);
    }

    /** Returns the administration of the outbox. */
    public OutboxAdmin outboxAdmin() {
        return outboxAdmin;
    }

    /**
     * Declares the retry policies of the channels and handlers, so that every relay obeys them. A channel that opens later
     * follows then. Call it after the self-check: a refused deployment changes no policy.
     *
     * @param application the name of the application, unless the configuration has one
     * @throws OncewardException if a database refuses
     */
    public void declareAs(String application) {
        String name = config.application().orElse(application);
        step("the declaration of retry policies", () -> {
            outgoing.declareAs(name);
            incoming.declareAs(name);
        });
    }

    /**
     * Registers the MXBeans; {@link #stop} removes them. Call it once.
     *
     * @param application the name of the application in the object names, unless the configuration has one
     */
    public synchronized void manageAs(String application) {
        if (stopped) {
            return;
        }
        JmxBeans opened = new JmxBeans(config.application().orElse(application));
        opened.register("Outbox", new QueueBean(outboxAdmin));
        opened.register("Inbox", new QueueBean(inboxAdmin));
        opened.register("Metrics", new MetricsBean(metrics));
        opened.register("Cluster", new ClusterBean(clusters::get));
        beans = opened;
    }

    /**
     * Returns the nodes and lanes of each datasource; they are at most {@code onceward.admin.refresh} old.
     *
     * @throws OncewardException if a database refuses
     */
    public List<Cluster> clusters() {
        return clusters.get();
    }

    /** Returns the decoder of received messages. */
    public MessagePayloads payloads() {
        return payloads;
    }

    /** Returns the stored inbox. */
    public StoredInbox stored() {
        return incoming.stored();
    }

    /** Returns the administration of the stored inbox. */
    public InboxAdmin inboxAdmin() {
        return inboxAdmin;
    }

    /**
     * Starts no further batch, waits for the current ones of all queues, at most this long together, and gives up the lanes. A
     * database that does not answer delays the return by at most a second: it keeps lanes and lease until the lease ends.
     */
    public void stop(Duration patience) {
        leaveJmx();
        gauges.stop();
        incoming.halt();
        claimJanitor.halt();
        outgoing.halt();
        long deadline = System.nanoTime() + patience.toNanos();
        long end = deadline + LAST_TASKS.toNanos();
        LastTasks last = new LastTasks(tasks);
        while (!(incoming.stop(last) & outgoing.stop(last)) && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(STOP_STEP.toNanos());
        }
        incoming.stopped(patience);
        outgoing.stopped(patience);
        last.await(end);
        databases.endLeases(last);
        if (!last.await(end)) {
            RelayLog.lanesNotReleased(
                    "Lanes of this node", NodeLease.LENGTH, new TimeoutException("the database did not answer"));
        }
        tasks.close(deadline);
    }

    /** Closes the connections to brokers. Call it once, after {@link #stop}; it may wait for a broker. */
    public void closeConnections() {
        brokers.close();
    }

    private synchronized void leaveJmx() {
        stopped = true;
        if (beans != null) {
            beans.close();
        }
    }
}
