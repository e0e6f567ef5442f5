// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

import io.onceward.api.Alert;
import io.onceward.api.ContextPropagator;
import io.onceward.api.FailurePolicy;
import io.onceward.api.LogContext;
import io.onceward.api.OncewardException;
import io.onceward.api.PayloadKeys;
import io.onceward.api.Upcaster;
import io.onceward.broker.BrokerAdapters;
import io.onceward.broker.ChannelAdapters;
import io.onceward.codec.BuiltInCodecs;
import io.onceward.codec.PayloadDecoder;
import io.onceward.config.OncewardConfig;
import io.onceward.engine.Engine;
import io.onceward.engine.EngineLifecycle;
import io.onceward.engine.Platform;
import io.onceward.inbox.CallErrors;
import io.onceward.inbox.DurableQueue;
import io.onceward.inbox.FailureTypes;
import io.onceward.inbox.InboxErrors;
import io.onceward.inbox.MessageHandler;
import io.onceward.jms.JmsAdapter;
import io.onceward.jms.LocalJmsAdapter;
import io.onceward.queue.ColumnWidths;
import io.onceward.queue.QueueName;
import io.onceward.selfcheck.TransactionStyle;
import io.onceward.spi.BrokerAdapter;
import io.onceward.spi.PayloadCodec;
import io.onceward.spi.Tracing;
import jakarta.jms.ConnectionFactory;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/**
 * The builder of {@link Onceward} in a plain JVM. It needs a transaction manager, its synchronization registry, a datasource
 * and a connection factory, another broker adapter, or a handler of local channels; all else is optional. Not thread-safe.
 *
 * @since 0.1
 */
public final class OncewardBuilder {

    /** The name of the application if the configuration has none. */
    private static final String APPLICATION = "standalone";

    private final Map<String, DataSource> dataSources = new LinkedHashMap<>();
    private final Map<String, ConnectionFactory> connectionFactories = new LinkedHashMap<>();
    private final List<BrokerAdapter> adapters = new ArrayList<>();
    private final Map<String, String> configuration = new LinkedHashMap<>();
    private final List<PayloadCodec> codecs = new ArrayList<>();
    private final List<LogContext> logContexts = new ArrayList<>();
    private final List<ContextPropagator> propagators = new ArrayList<>();
    private final List<Upcaster> upcasters = new ArrayList<>();
    private final List<PayloadKeys> payloadKeys = new ArrayList<>();
    private final List<Consumer<Alert>> alertListeners = new ArrayList<>();
    private final Map<String, Function<List<PayloadCodec>, MessageHandler>> handlers = new LinkedHashMap<>();
    private DataSource defaultDataSource;
    private ConnectionFactory defaultConnectionFactory;
    private TransactionManager manager;
    private TransactionSynchronizationRegistry registry;
    private Executor executor;
    private Tracing tracing;

    OncewardBuilder() {}

    /** Sets the transaction manager. */
    public OncewardBuilder transactionManager(TransactionManager transactionManager) {
        manager = Objects.requireNonNull(transactionManager, "transactionManager");
        return this;
    }

    /** Sets the synchronization registry of the same transaction manager. */
    public OncewardBuilder synchronizationRegistry(TransactionSynchronizationRegistry synchronizationRegistry) {
        registry = Objects.requireNonNull(synchronizationRegistry, "synchronizationRegistry");
        return this;
    }

    /**
     * Sets the datasource of {@code onceward.datasource}, which holds the business data. Its connections must join the
     * transaction of the calling thread; the self-check verifies this at the start.
     */
    public OncewardBuilder dataSource(DataSource dataSource) {
        defaultDataSource = Objects.requireNonNull(dataSource, "dataSource");
        return this;
    }

    /** Adds a datasource by the name that the configuration of a channel, or of the inbox, refers to. */
    public OncewardBuilder dataSource(String name, DataSource dataSource) {
        dataSources.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(dataSource, "dataSource"));
        return this;
    }

    /**
     * Sets the connection factory of {@code onceward.connection-factory}. Onceward keeps its connections open, one for each
     * thread that publishes, so the factory needs no pool.
     */
    public OncewardBuilder connectionFactory(ConnectionFactory connectionFactory) {
        defaultConnectionFactory = Objects.requireNonNull(connectionFactory, "connectionFactory");
        return this;
    }

    /** Adds a connection factory by the name that the configuration of a channel refers to. */
    public OncewardBuilder connectionFactory(String name, ConnectionFactory connectionFactory) {
        connectionFactories.put(
                Objects.requireNonNull(name, "name"), Objects.requireNonNull(connectionFactory, "connectionFactory"));
        return this;
    }

    /**
     * Adds a broker adapter beside Jakarta Messaging and those that {@link java.util.ServiceLoader} finds. It replaces a found
     * adapter with the same scheme. Onceward closes what the adapter opened.
     */
    public OncewardBuilder adapter(BrokerAdapter adapter) {
        adapters.add(Objects.requireNonNull(adapter, "adapter"));
        return this;
    }

    /**
     * Sets the executor that runs the relay after commits. It must not run work on the calling thread. The caller shuts it
     * down. Default: daemon threads of Onceward.
     */
    public OncewardBuilder executor(Executor relayExecutor) {
        executor = Objects.requireNonNull(relayExecutor, "relayExecutor");
        return this;
    }

    /**
     * Adds configuration, by the same keys as on a server; names of resources are those of this builder. A value replaces an
     * earlier value of the same key.
     *
     * @param properties values by their keys; without {@code null}; not {@code null}
     * @throws NullPointerException if the properties, a key or a value are {@code null}
     */
    public OncewardBuilder configuration(Map<String, String> properties) {
        Objects.requireNonNull(properties, "properties");
        properties.forEach((key, value) -> {
            Objects.requireNonNull(key, "properties: a key");
            Objects.requireNonNull(value, () -> "properties: the value of " + key);
        });
        configuration.putAll(properties);
        return this;
    }

    /** Adds a codec. Codecs are asked in the order in which they were added, before the built-in ones. */
    public OncewardBuilder codec(PayloadCodec codec) {
        codecs.add(Objects.requireNonNull(codec, "codec"));
        return this;
    }

    /**
     * Sets the tracing system, for example {@code new OpenTelemetryTraces(openTelemetry)}, which connects the recording,
     * publishing and processing of a message. Default: no tracing.
     */
    public OncewardBuilder tracing(Tracing newTracing) {
        tracing = Objects.requireNonNull(newTracing, "newTracing");
        return this;
    }

    /**
     * Adds a log context, which adds the message that a handler processes to its log lines. Several are called in the order in
     * which they were added.
     */
    public OncewardBuilder logContext(LogContext logContext) {
        logContexts.add(Objects.requireNonNull(logContext, "logContext"));
        return this;
    }

    /**
     * Adds a context propagator, which takes a context of the application from the recording of an event to its handlers.
     *
     * @param propagator its name must differ from those of the others ({@code OWD-0382}); not {@code null}
     * @throws NullPointerException if it is {@code null}
     */
    public OncewardBuilder contextPropagator(ContextPropagator propagator) {
        propagators.add(Objects.requireNonNull(propagator, "propagator"));
        return this;
    }

    /**
     * Adds an upcaster, which converts the payloads of waiting messages to the next version of their class.
     *
     * @param upcaster not {@code null}
     * @throws NullPointerException if it is {@code null}
     */
    public OncewardBuilder upcaster(Upcaster upcaster) {
        upcasters.add(Objects.requireNonNull(upcaster, "upcaster"));
        return this;
    }

    /**
     * Sets the keys that encrypt payloads in the tables. A second call is refused at the start ({@code OWD-1222}).
     *
     * @param keys not {@code null}
     * @throws NullPointerException if it is {@code null}
     */
    public OncewardBuilder payloadKeys(PayloadKeys keys) {
        payloadKeys.add(Objects.requireNonNull(keys, "keys"));
        return this;
    }

    /**
     * Adds a listener of alerts, which tells an operator of what this node has met. Several are called in the order in which they were
     * added, without a transaction, on a thread of the executor, one alert at a time. A listener that blocks delays only later alerts; one
     * that throws is logged ({@code OWD-1227}).
     *
     * @param listener not {@code null}
     * @throws NullPointerException if it is {@code null}
     */
    public OncewardBuilder alertListener(Consumer<Alert> listener) {
        alertListeners.add(Objects.requireNonNull(listener, "listener"));
        return this;
    }

    /**
     * Adds a handler for the messages of a channel. Onceward stores the messages first, from the queue that
     * {@code mp.messaging.incoming.<channel>.destination} names, or by {@link Onceward#inbox()}. Each handler of the channel
     * then gets each message in a new transaction, until a transaction commits or the message is parked.
     *
     * @param channel the channel's name, as in {@code mp.messaging.incoming.<channel>.*}; not {@code null}
     * @param handler the name of the handler, which identifies its claims: at most 255 characters; not {@code null}
     * @param type the type to decode the payload to: {@code String}, {@code byte[]}, or a class that JSON-B can read; not {@code
     *     null}
     * @param code handles the messages; not {@code null}
     * @throws NullPointerException if an argument is {@code null}
     * @throws OncewardException if the name is illegal or taken
     */
    public <T> OncewardBuilder handle(String channel, String handler, Class<T> type, InboxHandler<? super T> code) {
        return handle(channel, handler, type, Set.of(), Set.of(), code);
    }

    /**
     * Adds a handler as {@link #handle(String, String, Class, InboxHandler)} does, and names exception types as {@link
     * FailurePolicy} does.
     *
     * @param channel the channel's name, as in {@code mp.messaging.incoming.<channel>.*}; not {@code null}
     * @param handler the name of the handler, which identifies its claims: at most 255 characters; not {@code null}
     * @param type the type to decode the payload to: {@code String}, {@code byte[]}, or a class that JSON-B can read; not {@code
     *     null}
     * @param neverRetried the exception types after which the message is parked at once; may be empty; not {@code null}
     * @param notCounted the exception types after which the message is retried, and the attempt does not count; may be empty; not
     *     {@code null}
     * @param code handles the messages; not {@code null}
     * @throws NullPointerException if an argument is {@code null}
     * @throws OncewardException if the name is illegal or taken, or an exception type is in both sets ({@code OWD-0100})
     */
    public <T> OncewardBuilder handle(
            String channel,
            String handler,
            Class<T> type,
            Set<Class<? extends Throwable>> neverRetried,
            Set<Class<? extends Throwable>> notCounted,
            InboxHandler<? super T> code) {
        Objects.requireNonNull(channel, "channel");
        Objects.requireNonNull(handler, "handler");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(neverRetried, "neverRetried");
        Objects.requireNonNull(notCounted, "notCounted");
        Objects.requireNonNull(code, "code");
        if (!QueueName.isLegal(handler)) {
            throw CallErrors.illegalHandlerName(handler, ColumnWidths.QUEUE);
        }
        DurableQueue.requireOther(handler);
        FailureTypes failureTypes = FailureTypes.of(handler, neverRetried, notCounted);
        add(
                handler,
                all -> new GivenHandler<>(channel, handler, type, code, failureTypes, PayloadDecoder.of(all, type)));
        return this;
    }

    void add(String handler, Function<List<PayloadCodec>, MessageHandler> made) {
        if (handlers.putIfAbsent(handler, made) != null) {
            throw InboxErrors.sharedStoredHandler(handler, "the first", "the second");
        }
    }

    /**
     * Opens the datasources, runs the self-check and starts to publish.
     *
     * @return the running Onceward; close it when the application ends
     * @throws OncewardException if something is missing, something configured doesn't fit, a database is unreachable, a
     *     datasource doesn't take part in the transactions of the transaction manager, or a connection factory would lose
     *     messages
     */
    public Onceward start() {
        require(manager, "TransactionManager");
        require(registry, "TransactionSynchronizationRegistry");
        OncewardConfig config =
                new OncewardConfig(configuration.keySet(), name -> Optional.ofNullable(configuration.get(name)));
        Set<String> channels = config.names().allChannels();
        List<MessageHandler> allHandlers = handlers();
        Set<String> incoming = config.names().incomingChannels();
        allHandlers.forEach(handler -> incoming.add(handler.channel()));
        Map<String, DataSource> allDataSources = dataSources(config);
        List<BrokerAdapter> allAdapters = adapters();
        if (config.capturedDatasources().isEmpty() && allHandlers.isEmpty()) {
            require(allAdapters.isEmpty() ? null : allAdapters, "ConnectionFactory or another broker adapter");
        }
        new ChannelAdapters(config, new BrokerAdapters(allAdapters)).verifyNames(channels, incoming);
        return start(config, channels, allHandlers, allDataSources, allAdapters);
    }

    private List<MessageHandler> handlers() {
        List<PayloadCodec> all = BuiltInCodecs.after(codecs);
        return handlers.values().stream().map(handler -> handler.apply(all)).toList();
    }

    private Onceward start(
            OncewardConfig config,
            Set<String> channels,
            List<MessageHandler> allHandlers,
            Map<String, DataSource> allDataSources,
            List<BrokerAdapter> allAdapters) {
        ExecutorService own =
                executor == null ? Executors.newCachedThreadPool(new DaemonThreads("onceward-relay")) : null;
        Runnable releaseThreads = own == null ? () -> {} : own::shutdown;
        RelayThreads threads = new RelayThreads(own == null ? executor : own);
        try {
            Platform platform = new Platform(
                    registry,
                    new JtaTransactions(manager, registry),
                    threads,
                    List.of(new GivenDataSources(allDataSources, config)),
                    allAdapters,
                    codecs,
                    logContexts,
                    propagators,
                    upcasters,
                    payloadKeys,
                    alertListeners);
            EngineLifecycle lifecycle = EngineLifecycle.open(config, platform, channels, allHandlers);
            start(lifecycle, new TransactionManagerStyle(platform.transactions()));
            return new Onceward(lifecycle, config.relayPollingInterval(), threads, releaseThreads);
        } catch (RuntimeException | Error e) {
            releaseThreads.run();
            throw e;
        }
    }

    private void start(EngineLifecycle lifecycle, TransactionStyle style) {
        try {
            lifecycle.start(new EngineLifecycle.Hooks() {

                @Override
                public Iterable<TransactionStyle> styles() {
                    return List.of(style);
                }

                @Override
                public String application() {
                    return APPLICATION;
                }

                @Override
                public void connect(Engine checked) {
                    if (tracing != null) {
                        checked.traceWith(tracing);
                    }
                }
            });
        } catch (RuntimeException | Error e) {
            lifecycle.stop(Duration.ZERO, Runnable::run);
            throw e;
        }
    }

    private Map<String, DataSource> dataSources(OncewardConfig config) {
        Map<String, DataSource> all = new LinkedHashMap<>(dataSources);
        if (defaultDataSource != null) {
            all.put(config.datasource(), defaultDataSource);
        }
        require(all.isEmpty() ? null : all, "DataSource");
        return all;
    }

    /** Returns the adapters of the builder and those of the service loader, without the JMS adapter for servers. */
    private List<BrokerAdapter> adapters() {
        List<BrokerAdapter> all = new ArrayList<>(adapters);
        if (defaultConnectionFactory != null || !connectionFactories.isEmpty()) {
            all.add(new LocalJmsAdapter(connectionFactories, Optional.ofNullable(defaultConnectionFactory)));
        }
        Set<String> given = all.stream().map(BrokerAdapter::scheme).collect(Collectors.toSet());
        BrokerAdapters.found().stream()
                .filter(adapter -> !(adapter instanceof JmsAdapter) && !given.contains(adapter.scheme()))
                .forEach(all::add);
        return all;
    }

    private static void require(Object given, String what) {
        if (given == null) {
            throw BuilderErrors.notGiven(what);
        }
    }
}
