// SPDX-License-Identifier: Apache-2.0
package io.oncebox.engine;

import io.oncebox.admin.Admin;
import io.oncebox.api.InboxAdmin;
import io.oncebox.api.OnceboxException;
import io.oncebox.api.OutboxAdmin;
import io.oncebox.codec.BuiltInCodecs;
import io.oncebox.config.Key;
import io.oncebox.config.OnceboxConfig;
import io.oncebox.inbox.ClaimJanitor;
import io.oncebox.inbox.IdempotentCalls;
import io.oncebox.inbox.IdempotentConsumer;
import io.oncebox.inbox.MessageHandler;
import io.oncebox.inbox.ResultPolicy;
import io.oncebox.inbox.ResultReplay;
import io.oncebox.inbox.StoredInbox;
import io.oncebox.jdbc.Database;
import io.oncebox.jmx.JmxBeans;
import io.oncebox.jmx.QueueBean;
import io.oncebox.metrics.MetricsBean;
import io.oncebox.metrics.MetricsRecorder;
import io.oncebox.outbox.EventLimits;
import io.oncebox.outbox.OutboxRecorder;
import io.oncebox.outbox.Recording;
import io.oncebox.queue.Outages;
import io.oncebox.selfcheck.SelfCheck;
import io.oncebox.selfcheck.TransactionStyle;
import io.oncebox.spi.PayloadCodec;
import io.oncebox.spi.Tracing;
import io.oncebox.tracing.ContextPropagation;
import io.oncebox.transaction.CallerTransaction;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** One outbox and inbox, opened: datasources resolved, tables validated, channels known. Thread-safe. */
public final class Engine {

    private final OnceboxConfig config;
    private final Platform platform;
    private final Databases databases;
    private final MetricsRecorder metrics = new MetricsRecorder();
    private final ContextPropagation propagation;
    private final CallerTransaction transaction;
    private final OutboxRecorder recorder;
    private final IdempotentConsumer inbox;
    private final IdempotentCalls calls;
    private final List<PayloadCodec> codecs;
    private final Admin outboxAdmin;
    private final Admin inboxAdmin;
    private final Outgoing outgoing;
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
        this.transaction = new CallerTransaction(platform.registry());
        this.propagation = new ContextPropagation(platform.logContexts());
        this.databases = new Databases(config, platform);
        this.outgoing = new Outgoing(config, platform, databases, metrics, propagation);
        this.outboxAdmin = new Admin(
                "outbox",
                () -> databases.all().values().stream().map(Database::admin).toList(),
                outgoing::channelsIn,
                platform.transactions(),
                outgoing::wakeForChange,
                config.adminRefresh());
        this.codecs = codecs(platform);
        this.recorder = new OutboxRecorder(
                platform.registry(),
                platform.transactions(),
                codecs,
                new EventLimits(config.maxPayloadSize(), config.maxHeadersSize()),
                outgoing.backpressure(),
                propagation,
                outgoing::committed);
        outgoing.open(config.datasource(), Key.DATASOURCE.text());
        Database inboxDatabase = outgoing.open(config.inboxDatasource(), Key.INBOX_DATASOURCE.text());
        this.inbox = new IdempotentConsumer(
                platform.registry(),
                platform.transactions(),
                inboxDatabase.inbox(),
                platform.identities(),
                metrics,
                propagation);
        inbox.addOwn(handlers.stream().map(MessageHandler::name).toList());
        this.calls = new IdempotentCalls(
                platform.registry(), platform.transactions(), inboxDatabase.inbox(), metrics, this::inboxIsJoined);
        this.incoming = new Incoming(config, platform, inboxDatabase, inbox, metrics, handlers);
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
                metrics,
                new ClaimRetention(config, handlers, inbox::isOwn),
                config.inboxJanitorInterval());
        this.gauges = new Gauges(metrics, outboxAdmin, inboxAdmin, platform.executor(), config.adminRefresh());
        declared.forEach(outgoing::verify);
    }

    private boolean inboxIsJoined() {
        return databases.joinedByApplication(config.inboxDatasource());
    }

    private static List<PayloadCodec> codecs(Platform platform) {
        List<PayloadCodec> codecs = new ArrayList<>(platform.codecs());
        codecs.addAll(BuiltInCodecs.builtIn());
        return codecs;
    }

    /** Proves, with these callers, that events, claims and transactions belong together on every datasource. */
    public void selfCheck(Iterable<TransactionStyle> callers) {
        SelfCheck check = new SelfCheck(platform.registry(), recorder, platform.executor());
        databases.all().forEach((name, database) -> check.run(callers, name, database.outbox()));
        String name = config.inboxDatasource();
        check.run(callers, name, databases.all().get(name).inbox());
    }

    /**
     * Opens a recording on a channel, before the work of the call that records. If it is refused, the transaction of the
     * thread is marked for rollback.
     *
     * @throws OnceboxException if the channel belongs to another connector or its destination is malformed, or the
     *     transaction takes no event
     */
    public Recording recording(String channel) {
        return transaction.rollBackOnFailure(() -> recorder.open(outgoing.channel(channel)));
    }

    public IdempotentConsumer inbox() {
        return inbox;
    }

    public IdempotentCalls calls() {
        return calls;
    }

    /** How the results of a method that returns this are kept and replayed. */
    public ResultPolicy replay(Type returnType) {
        return new ResultReplay(codecs, returnType);
    }

    /**
     * Publishes what is due: one batch on the calling thread, more on another. Has others receive, bring stored messages to
     * their handlers, and tidy up.
     */
    public void poll() {
        outgoing.tick();
        incoming.tick();
        claimJanitor.tick();
        gauges.tick();
    }

    /** What relays and receptions have found when they tried last; asks nobody. */
    public Outages outages() {
        List<String> databases = new ArrayList<>(outgoing.failingDatabases());
        databases.addAll(incoming.failingDatabases());
        return new Outages(databases, outgoing.failingBrokers(), incoming.failingReceivers());
    }

    /** What the relays of this node do, in a word; asks nobody. */
    public String relay() {
        return outgoing.state();
    }

    /** When this node has published something last. */
    public Optional<Instant> lastPublished() {
        return outgoing.lastPublished();
    }

    /** What is measured. */
    public MetricsRecorder metrics() {
        return metrics;
    }

    /** Tells this one what is done with messages from now on. */
    public void tell(Tracing tracing) {
        propagation.tell(tracing);
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
        opened.register("Metrics", new MetricsBean(metrics));
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
        outgoing.halt();
        incoming.stop(patience);
        outgoing.stop(patience);
    }

    private synchronized void leaveJmx() {
        stopped = true;
        if (beans != null) {
            beans.close();
        }
    }
}
