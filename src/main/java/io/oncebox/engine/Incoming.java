// SPDX-License-Identifier: Apache-2.0
package io.oncebox.engine;

import io.oncebox.config.IncomingConfig;
import io.oncebox.config.OnceboxConfig;
import io.oncebox.inbox.HandlerPublisher;
import io.oncebox.inbox.IdempotentConsumer;
import io.oncebox.inbox.MessageHandler;
import io.oncebox.inbox.Receiver;
import io.oncebox.inbox.StoredInbox;
import io.oncebox.jdbc.Database;
import io.oncebox.log.InboxErrors;
import io.oncebox.log.Log;
import io.oncebox.metrics.MetricsRecorder;
import io.oncebox.queue.CircuitBreakers;
import io.oncebox.queue.HandlerDestination;
import io.oncebox.queue.HandlerMetrics;
import io.oncebox.queue.PausedQueues;
import io.oncebox.queue.Publishers;
import io.oncebox.queue.QueueStore;
import io.oncebox.queue.Relay;
import io.oncebox.queue.RetryPolicy;
import io.oncebox.spi.OutboxEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The stored inbox: a receiver for each channel, and a relay for each handler. A handler has its own relay and its own lanes,
 * so a slow handler does not delay the others.
 */
final class Incoming {

    /** Messages of a handler in one cycle: few, because each has its own transaction and other workers join after a cycle. */
    private static final int BATCH_SIZE = 32;

    private static final OutboxEvent PROBE = new OutboxEvent(
            "probe", "oncebox.probe", null, "probe", new byte[0], "text/plain", Map.of(), "none:", 0, null);

    private final OnceboxConfig config;
    private final Platform platform;
    private final Brokers brokers;
    private final Database database;
    private final IdempotentConsumer inbox;
    private final MetricsRecorder metrics;
    private final Supplier<CircuitBreakers> breakers;
    private final StoredInbox stored;
    private final PausedQueues pauses;
    private final Map<String, List<Relay>> relays = new LinkedHashMap<>();
    private final List<Receiver> receivers = new ArrayList<>();

    /** @throws io.oncebox.api.OnceboxException if something configured doesn't exist or doesn't fit */
    Incoming(
            OnceboxConfig config,
            Platform platform,
            Brokers brokers,
            Database database,
            IdempotentConsumer inbox,
            MetricsRecorder metrics,
            Supplier<CircuitBreakers> breakers,
            List<MessageHandler> handlers) {
        this.config = config;
        this.platform = platform;
        this.brokers = brokers;
        this.database = database;
        this.inbox = inbox;
        this.metrics = metrics;
        this.breakers = breakers;
        this.pauses = new PausedQueues(
                database.messagesAdmin()::paused, platform.transactions(), config.relayPollingInterval());
        Map<String, List<String>> names = new TreeMap<>();
        for (MessageHandler handler : handlers) {
            names.computeIfAbsent(handler.channel(), channel -> new ArrayList<>())
                    .add(handler.name());
        }
        stored = new StoredInbox(
                platform.transactions(), database.messages(), brokers.messageKinds(), names, metrics, this::wake);
        names.keySet().forEach(this::openReceiver);
    }

    /** Opens the relay of a handler. */
    void open(MessageHandler handler, QueueStore queue) {
        IncomingConfig channel = config.incoming(handler.channel());
        Relay relay = new Relay(
                "handler " + handler.name(),
                queue,
                handler.name(),
                pauses,
                new Publishers(Map.of(
                        HandlerDestination.SCHEME,
                        new HandlerPublisher(handler, inbox, queue, platform.transactions()))),
                platform.transactions(),
                platform.executor(),
                new HandlerMetrics(metrics, handler.name()),
                breakers.get(),
                new RetryPolicy(
                        channel.maxAttempts(),
                        channel.retryDelay(),
                        channel.retryMaxDelay(),
                        channel.blockKeyOnFailure()),
                BATCH_SIZE,
                channel.concurrency(),
                config.relayPollingInterval());
        relays.computeIfAbsent(handler.channel(), name -> new ArrayList<>()).add(relay);
    }

    private void openReceiver(String name) {
        IncomingConfig channel = config.incoming(name);
        if (channel.foreign()) {
            throw InboxErrors.foreignIncomingChannel(name, channel.connector().orElseThrow());
        }
        brokers.originOf(name)
                .ifPresentOrElse(
                        origin -> receivers.add(receiver(channel, origin)), () -> Log.onlyStoredByApplication(name));
    }

    private Receiver receiver(IncomingConfig channel, Brokers.Origin from) {
        String name = channel.name();
        String origin = from.source().origin(from.settings());
        from.source().verify(from.settings(), origin);
        return new Receiver(
                name,
                origin,
                from.source(),
                messages -> stored.store(name, messages),
                this::verifyWritable,
                platform.executor(),
                breakers.get(),
                channel.batchSize());
    }

    /** Writes a message and rolls back, to find out whether the database accepts writes. */
    private Void verifyWritable() throws Exception {
        try {
            return platform.transactions().inNew(() -> {
                database.messages().write(List.of(PROBE));
                throw new Undone();
            });
        } catch (Undone e) {
            return null;
        }
    }

    /** Rolls back a transaction that could commit. */
    private static final class Undone extends Exception {

        private static final long serialVersionUID = 1L;
    }

    StoredInbox stored() {
        return stored;
    }

    private void wake(String channel) {
        relays.getOrDefault(channel, List.of()).forEach(Relay::wake);
    }

    void wakeForChange() {
        relays.values().forEach(ofChannel -> ofChannel.forEach(Relay::wakeForChange));
    }

    List<String> failingReceivers() {
        return receivers.stream()
                .flatMap(receiver -> receiver.failing().stream())
                .toList();
    }

    /** Returns the names of failing relays: for the relay of a handler, only the database can fail. */
    List<String> failingDatabases() {
        return relays.values().stream()
                .flatMap(List::stream)
                .filter(relay -> !relay.failing().isEmpty())
                .map(Relay::name)
                .toList();
    }

    void tick() {
        receivers.forEach(Receiver::tick);
        relays.values().forEach(ofChannel -> ofChannel.forEach(Relay::tickElsewhere));
    }

    void halt() {
        receivers.forEach(Receiver::halt);
        relays.values().forEach(ofChannel -> ofChannel.forEach(Relay::halt));
    }

    void stop(Duration patience) {
        receivers.forEach(receiver -> receiver.stop(patience));
        relays.values().forEach(ofChannel -> ofChannel.forEach(relay -> relay.stop(patience)));
    }
}
