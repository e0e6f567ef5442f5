// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.onceward.api.InboxAdmin;
import io.onceward.api.OncewardException;
import io.onceward.api.OutboxAdmin;
import io.onceward.inbox.DurableQueue;
import io.onceward.inbox.IdempotentCalls;
import io.onceward.inbox.IdempotentConsumer;
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
import io.onceward.outbox.AdapterOutbox;
import io.onceward.outbox.Recording;
import io.onceward.outbox.capture.CaptureStatus;
import io.onceward.queue.Side;
import io.onceward.queue.outage.BrokerConnection;
import io.onceward.queue.outage.Outage;
import io.onceward.queue.outage.Outages;
import io.onceward.queue.relay.NodeLease;
import io.onceward.queue.relay.RelayLog;
import io.onceward.queue.store.Cluster;
import io.onceward.selfcheck.DeploymentChecks;
import io.onceward.selfcheck.ProbedConnection;
import io.onceward.selfcheck.RelayCheck;
import io.onceward.selfcheck.SelfCheck;
import io.onceward.selfcheck.SelfCheckErrors;
import io.onceward.selfcheck.TransactionStyle;
import io.onceward.spi.Tracing;
import jakarta.transaction.Status;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/**
 * An opened outbox and inbox: datasources resolved, existing tables validated, channels known. {@link EngineLifecycle} opens, checks,
 * starts and stops it. Thread-safe.
 */
public final class Engine {

    private static final Duration STOP_STEP = Duration.ofMillis(10);

    /** How long the stop may take longer than allowed, to give up the lanes and the leases. */
    private static final Duration LAST_TASKS = Duration.ofSeconds(1);

    /** A server may take away its metrics before it stops the application; that is nothing to act on. */
    private static final Duration STOP_OF_APPLICATION = Duration.ofSeconds(10);

    final EngineAssembly parts;
    private final DeploymentChecks deploymentChecks = new DeploymentChecks();
    private JmxBeans beans;
    private boolean stopped;

    Engine(EngineAssembly parts) {
        this.parts = parts;
    }

    /**
     * Creates missing tables, if so configured, and opens the queues of the channels and handlers. Further calls do little.
     *
     * @throws OncewardException if a database refuses
     */
    void prepare() {
        step("the creation of the tables", parts.databases::prepare);
        step("the opening of the channels", parts.outgoing::prepare);
        step(
                "the opening of the handlers",
                () -> parts.platform.outsideOfTransactions(parts.config.inboxDatasource(), () -> {
                    parts.incoming.prepare();
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
    void selfCheck(Iterable<TransactionStyle> styles) {
        SelfCheck check = new SelfCheck(parts.platform.registry(), parts.recorder, this::executeOutsideOfTransactions);
        parts.databases
                .all()
                .forEach((name, database) -> step(
                        SelfCheck.nameFor(name),
                        () -> check.run(
                                styles, name, database.stores(Side.OUTBOX).append(), database.inbox())));
        String name = parts.config.inboxDatasource();
        step(
                SelfCheck.nameFor(name),
                () -> check.run(styles, name, parts.databases.all().get(name).inbox()));
        parts.databases
                .all()
                .forEach((each, database) -> step(SelfCheck.nameFor(each), () -> checkRelays(each, database)));
    }

    /**
     * Decodes the waiting and parked messages of the handlers with their classes.
     *
     * @throws OncewardException if some can't be read, and the configuration refuses that
     */
    void rehearse() {
        String name = parts.config.inboxDatasource();
        step(
                "the rehearsal of messages",
                () -> parts.platform.outsideOfTransactions(name, () -> {
                    parts.incoming.rehearse(parts.databases.all());
                    return null;
                }));
    }

    private void checkRelays(String name, Database database) {
        RelayCheck check = new RelayCheck(name, parts.platform.transactions(), database.settings());
        if (parts.outgoing.hasRelay(name)) {
            check.run(
                    database.stores(Side.OUTBOX),
                    database.leases(),
                    parts.config.retention().map(any -> database.archive()));
        }
        if (name.equals(parts.config.inboxDatasource())) {
            if (parts.incoming.hasHandlers()) {
                check.run(database.stores(Side.INBOX), database.leases(), Optional.empty());
            }
            if (parts.outgoing.hasRelay(name)
                    || parts.incoming.hasHandlers()) { // one that is only captured has fewer rights
                check.run(database.inbox(), database.claims());
            }
        }
    }

    /**
     * Checks with probes that each connection to a broker by which this node publishes or receives loses nothing. A connection
     * whose broker is unavailable is checked before its first use. It needs no tables. The first call waits for the checks, at most
     * 10 seconds for all of them.
     *
     * @throws OncewardException if a connection would lose events or messages
     */
    void checkConnections() {
        List<ProbedConnection> connections = new ArrayList<>(parts.outgoing.probedConnections());
        connections.addAll(parts.incoming.probedConnections());
        deploymentChecks.run(connections);
    }

    /** Logs that the start has succeeded. */
    void logStarted() {
        parts.databases.logStarted();
    }

    /** Executes a task without the transaction that an earlier task may have left on the thread of the server. */
    private void executeOutsideOfTransactions(Runnable task) {
        parts.platform
                .executor()
                .execute(() -> parts.platform.outsideOfTransactions("the self-check", () -> {
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
        return parts.transaction.rollBackOnFailure(
                () -> parts.recorder.open(parts.outgoing.channel(Objects.requireNonNull(channel, "channel"))));
    }

    /**
     * Opens a recording for the queue of a durable observer or method, as {@link #recording} does for a channel.
     *
     * @throws OncewardException if the transaction takes no event
     */
    public Recording durable(String queue) {
        return parts.transaction.rollBackOnFailure(() -> {
            boolean alone = parts.transaction.status() == Status.STATUS_NO_TRANSACTION;
            if (alone && !parts.config.observersOpenOwnTransaction()) {
                throw LocalErrors.withoutTransaction(DurableQueue.nameOf(queue));
            }
            return parts.recorder.open(parts.outgoing.durable(queue));
        });
    }

    /**
     * Cancels a call of a durable method in the active transaction of the thread.
     *
     * @param queues the queues of the durable methods
     * @return whether it did; otherwise the call runs, has run, or does not exist
     * @throws OncewardException if no transaction is active, or the database refuses
     */
    public boolean cancel(List<String> queues, String id) {
        return parts.transaction.rollBackOnFailure(() -> {
            if (!parts.transaction.isActive()) {
                throw LocalErrors.cancelledOutside(id);
            }
            if (queues.isEmpty()) {
                return false;
            }
            return parts.recorder.takeBack(queues, id) || deleteCall(queues, id);
        });
    }

    private boolean deleteCall(List<String> queues, String id) {
        String datasource = parts.config.inboxDatasource();
        parts.databases.sentinel(datasource).set();
        return parts.databases.all().get(datasource).calls().delete(queues, id, DurableQueue.dueOf(id));
    }

    /** Returns the outbox for broker adapters. */
    public AdapterOutbox adapterOutbox() {
        return new EngineAdapterOutbox(
                this::recording,
                parts.outgoing::target,
                (channel, payload) -> parts.recorder.encode(parts.outgoing.channel(channel), payload),
                parts.transaction);
    }

    public IdempotentConsumer inbox() {
        return parts.inbox;
    }

    public IdempotentCalls calls() {
        return parts.calls;
    }

    /** Returns the policy that keeps and replays the results of a method with this return type. */
    public ResultPolicy replay(Type returnType) {
        return new ResultReplay(parts.codecs, returnType);
    }

    /**
     * Looks for events to publish. Relays, receivers, handlers of stored messages and janitors run on other threads.
     */
    public void poll() {
        parts.tasks.tick();
        parts.outgoing.tick();
        parts.incoming.tick();
        parts.claimJanitor.tick();
        if (parts.alerts.hasListeners()) {
            parts.alerts.tick(() -> List.of(parts.outgoing.view(), parts.incoming.view()));
        }
        parts.gauges.tick();
        parts.metrics.failuresBefore(STOP_OF_APPLICATION).forEach(EngineLog::metricsNotTaken);
    }

    /** Returns the outages that relays, receivers and handlers have met in their last attempts; makes no new attempt. */
    public Outages outages() {
        List<Outage> databases = new ArrayList<>(parts.outgoing.failingDatabases());
        databases.addAll(parts.incoming.failingDatabases());
        return new Outages(
                databases,
                parts.outgoing.failingBrokers(),
                parts.incoming.failingReceivers(),
                parts.incoming.failingHandlers());
    }

    /** Returns the connections to brokers that this node publishes and receives by, as it has last seen them; connects to none. */
    public List<BrokerConnection> connections() {
        List<BrokerConnection> all = new ArrayList<>(parts.outgoing.connections());
        all.addAll(parts.incoming.connections());
        return all;
    }

    /** Returns the datasources whose events a tool captures, as this node has last read them. */
    public List<CaptureStatus> captures() {
        return parts.outgoing.captures().statuses();
    }

    /** Returns the state of the relays of this node; makes no attempt to publish. */
    public String relay() {
        return parts.outgoing.state();
    }

    /**
     * Returns the longest time that a relay of this node, or the check of a capture, has waited for an answer of the database or
     * for a thread. The time that a broker or a handler takes does not count.
     */
    public Duration relayInStep() {
        Duration outbox = parts.outgoing.inStep();
        Duration inbox = parts.incoming.inStep();
        return outbox.compareTo(inbox) > 0 ? outbox : inbox;
    }

    /** Returns when this node last published an event. */
    public Optional<Instant> lastPublished() {
        return parts.outgoing.lastPublished();
    }

    /** Returns the metrics recorder. */
    public MetricsRecorder metrics() {
        return parts.metrics;
    }

    /** Reports to this tracing system from now on. */
    public void traceWith(Tracing tracing) {
        parts.propagation.traceWith(tracing);
    }

    /** Returns the administration of the outbox. */
    public OutboxAdmin outboxAdmin() {
        return parts.outgoing.admin();
    }

    /**
     * Declares the retry policies of the channels and handlers, so that every relay obeys them. A channel that opens later
     * follows then.
     *
     * @param application the name of the application, unless the configuration has one
     * @throws OncewardException if a database refuses
     */
    void declareAs(String application) {
        String name = parts.config.application().orElse(application);
        step("the declaration of retry policies", () -> {
            parts.outgoing.declareAs(name);
            parts.incoming.declareAs(name, parts.outgoing.hasRelay(parts.config.inboxDatasource()));
        });
    }

    /**
     * Registers the MXBeans; {@link #stop} removes them.
     *
     * @param application the name of the application in the object names, unless the configuration has one
     */
    synchronized void manageAs(String application) {
        if (stopped) {
            return;
        }
        JmxBeans opened = new JmxBeans(parts.config.application().orElse(application));
        opened.register("Outbox", new QueueBean(parts.outgoing.admin()));
        opened.register("Inbox", new QueueBean(parts.incoming.admin()));
        opened.register("Metrics", new MetricsBean(parts.metrics));
        opened.register("Cluster", new ClusterBean(parts.clusters::get));
        beans = opened;
    }

    /**
     * Returns the nodes and lanes of each datasource; they are at most {@code onceward.admin.refresh} old.
     *
     * @throws OncewardException if a database refuses
     */
    public List<Cluster> clusters() {
        return parts.clusters.get();
    }

    /** Returns the decoder of received messages. */
    public MessagePayloads payloads() {
        return parts.payloads;
    }

    /** Returns the stored inbox. */
    public StoredInbox stored() {
        return parts.incoming.stored();
    }

    /** Returns the administration of the stored inbox. */
    public InboxAdmin inboxAdmin() {
        return parts.incoming.admin();
    }

    /**
     * Starts no further batch, waits for the current ones of all queues, at most this long together, and gives up the lanes. A
     * database that does not answer delays the return by at most a second: it keeps lanes and lease until the lease ends.
     */
    void stop(Duration patience) {
        leaveJmx();
        parts.gauges.stop();
        parts.incoming.halt();
        parts.claimJanitor.halt();
        parts.outgoing.halt();
        long deadline = System.nanoTime() + patience.toNanos();
        long end = deadline + LAST_TASKS.toNanos();
        LastTasks last = new LastTasks(parts.tasks);
        while (!(parts.incoming.stop(last) & parts.outgoing.stop(last)) && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(STOP_STEP.toNanos());
        }
        parts.incoming.stopped(patience);
        parts.outgoing.stopped(patience);
        last.await(end);
        parts.databases.endLeases(last);
        if (!last.await(end)) {
            RelayLog.lanesNotReleased(
                    "Lanes of this node", NodeLease.LENGTH, new TimeoutException("the database did not answer"));
        }
        parts.tasks.close(deadline);
    }

    /** Closes the connections to brokers. It may wait for a broker. */
    void closeConnections() {
        parts.brokers.close();
    }

    private synchronized void leaveJmx() {
        stopped = true;
        if (beans != null) {
            beans.close();
        }
    }
}
