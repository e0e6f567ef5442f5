// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.onceward.admin.Cached;
import io.onceward.codec.BuiltInCodecs;
import io.onceward.config.Key;
import io.onceward.config.OncewardConfig;
import io.onceward.inbox.ClaimJanitor;
import io.onceward.inbox.ClaimLimit;
import io.onceward.inbox.IdempotentCalls;
import io.onceward.inbox.IdempotentConsumer;
import io.onceward.inbox.MessageHandler;
import io.onceward.inbox.MessagePayloads;
import io.onceward.jdbc.Database;
import io.onceward.metrics.MetricsRecorder;
import io.onceward.outbox.CommitListener;
import io.onceward.outbox.EventLimits;
import io.onceward.outbox.OutboxRecorder;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.Time;
import io.onceward.queue.outage.CircuitBreakers;
import io.onceward.queue.payload.StoredPayloads;
import io.onceward.queue.store.AppendStore;
import io.onceward.queue.store.Cluster;
import io.onceward.queue.store.FreshEvent;
import io.onceward.spi.PayloadCodec;
import io.onceward.tracing.ContextPropagation;
import io.onceward.tracing.Propagators;
import io.onceward.transaction.CallerTransaction;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The parts of an engine. Each needs those above it: a channel needs the databases and brokers, and the stored inbox the inbox. Only the datasources and brokers that the configuration names are opened.
 */
final class EngineAssembly {

    final OncewardConfig config;
    final Tasks tasks;
    final Platform platform;
    final MetricsRecorder metrics = new MetricsRecorder();
    final CallerTransaction transaction;
    final ContextPropagation propagation;
    final Alerts alerts;
    final Databases databases;
    final Brokers brokers;
    final Outgoing outgoing;
    final List<PayloadCodec> codecs;
    final MessagePayloads payloads;
    final OutboxRecorder recorder;
    final IdempotentConsumer inbox;
    final IdempotentCalls calls;
    final Incoming incoming;
    final ClaimJanitor claimJanitor;
    final Cached<List<Cluster>> clusters;
    final Gauges gauges;

    private final List<MessageHandler> handlers;

    /** Makes an engine whose relays and receivers have the circuit breakers of the product. */
    EngineAssembly(OncewardConfig config, Platform platform, Set<String> declared, List<MessageHandler> handlers) {
        this(config, platform, declared, handlers, CircuitBreakers::new);
    }

    /**
     * @param declared the declared channels, which are checked at once
     * @param handlers the handlers of stored messages
     * @param breakers creates the circuit breakers of each relay and receiver
     * @throws io.onceward.api.OncewardException if something configured doesn't exist or doesn't fit, or a database is unreachable
     */
    EngineAssembly(
            OncewardConfig config,
            Platform given,
            Set<String> declared,
            List<MessageHandler> handlers,
            Supplier<CircuitBreakers> breakers) {
        this.config = config;
        this.handlers = handlers;
        this.tasks = new Tasks(given.executor());
        this.platform = given.with(tasks);
        this.transaction = new CallerTransaction(platform.registry());
        this.propagation = new ContextPropagation(platform.logContexts(), new Propagators(platform.propagators()));
        this.alerts = new Alerts(platform.alertListeners(), config, this::nodeName, platform.executor(), Time.SYSTEM);
        this.databases = new Databases(config, platform, metrics);
        this.brokers = new Brokers(config, platform, propagation);
        LocalChannels local = new LocalChannels(config, handlers);
        StoredPayloads stored =
                new StoredPayloads(platform.payloadKeys(), config.maxPayloadSize(), config.gzipMinSize());
        stored.verify(config.codecs().key(), config.codecs().chain());
        this.outgoing = new Outgoing(config, platform, databases, metrics, brokers, local, stored, alerts, breakers);
        this.codecs = BuiltInCodecs.after(platform.codecs());
        this.payloads = new MessagePayloads(brokers.messageKinds(), codecs);
        this.recorder = recorder();
        outgoing.open(config.datasource(), Key.DATASOURCE.text());
        Database inboxDatabase = outgoing.open(config.inboxDatasource(), Key.INBOX_DATASOURCE.text());
        ClaimLimit claimLimit = new ClaimLimit(config.inboxConcurrency(), config.inboxClaimWait());
        this.inbox = inbox(inboxDatabase, claimLimit);
        this.calls = calls(inboxDatabase, claimLimit);
        this.incoming = new Incoming(
                config, platform, databases, brokers, local, inbox, stored, metrics, alerts, breakers, handlers);
        this.claimJanitor = claimJanitor(inboxDatabase);
        this.clusters = new Cached<>(databases::clusters, config.adminRefresh());
        this.gauges = gauges();
        declared.forEach(outgoing::verify);
    }

    private OutboxRecorder recorder() {
        return new OutboxRecorder(
                platform.registry(),
                platform.transactions(),
                codecs,
                new EventLimits(config.maxPayloadSize(), config.maxHeadersSize(), config.parksExpired()),
                propagation,
                new Wakes());
    }

    /** Tells the relays of both sides what was committed. */
    private final class Wakes implements CommitListener {

        @Override
        public long ticket(AppendStore store, RecordedEvent event) {
            return of(store).ticket(store, event);
        }

        @Override
        public void committed(AppendStore store, List<RecordedEvent> rows, FreshEvent fresh) {
            of(store).committed(store, rows, fresh);
        }

        private CommitListener of(AppendStore store) {
            return incoming.owns(store) ? incoming : outgoing;
        }
    }

    private IdempotentConsumer inbox(Database database, ClaimLimit limit) {
        IdempotentConsumer made = new IdempotentConsumer(
                platform.registry(),
                platform.transactions(),
                database.inbox(),
                databases.sentinel(config.inboxDatasource()),
                limit,
                brokers.messageKinds(),
                metrics,
                propagation);
        made.addOwn(handlers.stream().map(MessageHandler::name).toList());
        return made;
    }

    private IdempotentCalls calls(Database database, ClaimLimit limit) {
        return new IdempotentCalls(
                platform.registry(),
                platform.transactions(),
                database.inbox(),
                databases.sentinel(config.inboxDatasource()),
                limit,
                metrics,
                () -> databases.isJoinedByApplication(config.inboxDatasource()));
    }

    private ClaimJanitor claimJanitor(Database database) {
        return new ClaimJanitor(
                config.inboxDatasource(),
                database.claims(),
                platform.transactions(),
                platform.executor(),
                metrics,
                new ClaimRetention(config, handlers, inbox::isOwn),
                config.inboxJanitorInterval());
    }

    private String nodeName() {
        return config.node()
                .orElseGet(() -> databases.node(config.datasource()).lease().identity());
    }

    private Gauges gauges() {
        return new Gauges(
                metrics,
                outgoing.admin(),
                incoming.admin(),
                clusters::get,
                outgoing.captures()::statuses,
                alerts,
                platform.executor(),
                config.adminRefresh());
    }
}
