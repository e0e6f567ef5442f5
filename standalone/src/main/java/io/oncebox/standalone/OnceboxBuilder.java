// SPDX-License-Identifier: Apache-2.0
package io.oncebox.standalone;

import io.oncebox.api.OnceboxException;
import io.oncebox.codec.BuiltInCodecs;
import io.oncebox.codec.PayloadDecoder;
import io.oncebox.config.OnceboxConfig;
import io.oncebox.engine.Engine;
import io.oncebox.engine.Platform;
import io.oncebox.inbox.IdempotentConsumer;
import io.oncebox.inbox.MessageHandler;
import io.oncebox.jms.JmsMessageIdentity;
import io.oncebox.jms.JmsMessageReader;
import io.oncebox.jms.LocalJmsPublisher;
import io.oncebox.jms.LocalJmsSource;
import io.oncebox.log.InboxErrors;
import io.oncebox.log.StandaloneErrors;
import io.oncebox.spi.LogContext;
import io.oncebox.spi.PayloadCodec;
import io.oncebox.spi.Tracing;
import jakarta.jms.ConnectionFactory;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
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
import java.util.function.Function;
import javax.sql.DataSource;

/**
 * What Oncebox stands on in a plain JVM. A transaction manager, its synchronization registry, a datasource and a
 * connection factory are needed; all else is optional. Not thread-safe.
 *
 * @since 0.1
 */
public final class OnceboxBuilder {

    private final Map<String, DataSource> dataSources = new LinkedHashMap<>();
    private final Map<String, ConnectionFactory> connectionFactories = new LinkedHashMap<>();
    private final Map<String, String> configuration = new LinkedHashMap<>();
    private final List<PayloadCodec> codecs = new ArrayList<>();
    private final List<LogContext> logContexts = new ArrayList<>();
    private final Map<String, Function<List<PayloadCodec>, MessageHandler>> handlers = new LinkedHashMap<>();
    private DataSource defaultDataSource;
    private ConnectionFactory defaultConnectionFactory;
    private TransactionManager manager;
    private TransactionSynchronizationRegistry registry;
    private Executor executor;
    private Tracing tracing;

    OnceboxBuilder() {}

    /** The transaction manager. */
    public OnceboxBuilder transactionManager(TransactionManager transactionManager) {
        manager = Objects.requireNonNull(transactionManager, "transactionManager");
        return this;
    }

    /** The registry of the same transaction manager. */
    public OnceboxBuilder synchronizationRegistry(TransactionSynchronizationRegistry synchronizationRegistry) {
        registry = Objects.requireNonNull(synchronizationRegistry, "synchronizationRegistry");
        return this;
    }

    /**
     * The datasource that {@code oncebox.datasource} means: that of the business data. Its connections must join the
     * transaction of the calling thread; that is proved at the start.
     */
    public OnceboxBuilder dataSource(DataSource dataSource) {
        defaultDataSource = Objects.requireNonNull(dataSource, "dataSource");
        return this;
    }

    /** A datasource with the name by which the configuration of a channel, or of the inbox, means it. */
    public OnceboxBuilder dataSource(String name, DataSource dataSource) {
        dataSources.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(dataSource, "dataSource"));
        return this;
    }

    /**
     * The connection factory that {@code oncebox.connection-factory} means. Oncebox keeps the connections that it creates
     * open, one for each thread that publishes; a pool around it is of no use.
     */
    public OnceboxBuilder connectionFactory(ConnectionFactory connectionFactory) {
        defaultConnectionFactory = Objects.requireNonNull(connectionFactory, "connectionFactory");
        return this;
    }

    /** A connection factory with the name by which the configuration of a channel means it. */
    public OnceboxBuilder connectionFactory(String name, ConnectionFactory connectionFactory) {
        connectionFactories.put(
                Objects.requireNonNull(name, "name"), Objects.requireNonNull(connectionFactory, "connectionFactory"));
        return this;
    }

    /**
     * Runs the relay after commits. It must have threads of its own, and stays the caller's to shut down. Default: daemon
     * threads of Oncebox's own.
     */
    public OnceboxBuilder executor(Executor relayExecutor) {
        executor = Objects.requireNonNull(relayExecutor, "relayExecutor");
        return this;
    }

    /** Adds configuration, by the same keys as on a server; names of resources are those given to this builder. */
    public OnceboxBuilder configuration(Map<String, String> properties) {
        configuration.putAll(properties);
        return this;
    }

    /** Adds a codec, which is asked after those added before and ahead of the built-in ones. */
    public OnceboxBuilder codec(PayloadCodec codec) {
        codecs.add(Objects.requireNonNull(codec, "codec"));
        return this;
    }

    /**
     * Is told what is done with messages, for example {@code new OpenTelemetryTraces(openTelemetry)}, which then link their
     * recording, publishing and processing. The last one given counts. Default: nobody.
     */
    public OnceboxBuilder tracing(Tracing newTracing) {
        tracing = Objects.requireNonNull(newTracing, "newTracing");
        return this;
    }

    /**
     * Adds a context of the application's logging, which has the log lines of a handler say which message it works on. Several
     * are told in the order in which they were added.
     */
    public OnceboxBuilder logContext(LogContext logContext) {
        logContexts.add(Objects.requireNonNull(logContext, "logContext"));
        return this;
    }

    /**
     * Adds a handler for the messages of a channel. They are stored first, by Oncebox itself from the queue that
     * {@code mp.messaging.incoming.<channel>.destination} names, or by {@link Oncebox#inbox()}; each handler of a channel
     * then gets each message, in a transaction of its own, until that has committed or the message is parked.
     *
     * @param handler its name, by which the database knows what it has done: at most 255 characters
     * @param type what the payload is decoded to: {@code String}, {@code byte[]}, or a class that JSON-B can read
     * @throws OnceboxException if the name is illegal or taken
     */
    public <T> OnceboxBuilder handle(String channel, String handler, Class<T> type, InboxHandler<? super T> code) {
        Objects.requireNonNull(channel, "channel");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(code, "code");
        if (handler.isBlank() || handler.length() > IdempotentConsumer.MAX_HANDLER) {
            throw StandaloneErrors.illegalHandlerName(handler, IdempotentConsumer.MAX_HANDLER);
        }
        if (handlers.putIfAbsent(
                        handler, all -> new GivenHandler<>(channel, handler, type, code, PayloadDecoder.of(all, type)))
                != null) {
            throw InboxErrors.sharedStoredHandler(handler, "the first", "the second");
        }
        return this;
    }

    /**
     * Opens and proves everything, and publishes from then on.
     *
     * @return close it when the application ends
     * @throws OnceboxException if something is missing, something configured doesn't fit, a database is unreachable, or a
     *     datasource doesn't take part in the transactions of the transaction manager
     */
    public Oncebox start() {
        require(manager, "TransactionManager");
        require(registry, "TransactionSynchronizationRegistry");
        OnceboxConfig config =
                new OnceboxConfig(configuration.keySet(), name -> Optional.ofNullable(configuration.get(name)));
        Set<String> channels = config.configuredChannels(true);
        List<MessageHandler> allHandlers = handlers();
        Set<String> incoming = config.configuredIncoming();
        allHandlers.forEach(handler -> incoming.add(handler.channel()));
        config.verifyNames(channels, incoming);
        Map<String, DataSource> allDataSources =
                withDefault(dataSources, config.datasource(), defaultDataSource, "DataSource");
        Map<String, ConnectionFactory> allFactories = withDefault(
                connectionFactories, config.connectionFactory(), defaultConnectionFactory, "ConnectionFactory");
        return start(config, channels, allHandlers, allDataSources, allFactories);
    }

    private List<MessageHandler> handlers() {
        List<PayloadCodec> all = new ArrayList<>(codecs);
        all.addAll(BuiltInCodecs.builtIn());
        return handlers.values().stream().map(handler -> handler.apply(all)).toList();
    }

    private Oncebox start(
            OnceboxConfig config,
            Set<String> channels,
            List<MessageHandler> allHandlers,
            Map<String, DataSource> allDataSources,
            Map<String, ConnectionFactory> allFactories) {
        JtaTransactions transactions = new JtaTransactions(manager);
        LocalJmsPublisher publisher = new LocalJmsPublisher(allFactories, transactions);
        LocalJmsSource source = new LocalJmsSource(allFactories, transactions);
        ExecutorService own =
                executor == null ? Executors.newCachedThreadPool(new DaemonThreads("oncebox-relay")) : null;
        Runnable releaseThreads = own == null ? () -> {} : own::shutdown;
        RelayThreads threads = new RelayThreads(own == null ? executor : own);
        try {
            Platform platform = new Platform(
                    registry,
                    transactions,
                    threads,
                    List.of(new GivenDataSources(allDataSources)),
                    List.of(publisher),
                    codecs,
                    List.of(new JmsMessageIdentity()),
                    List.of(new JmsMessageReader()),
                    List.of(source),
                    logContexts);
            Engine engine = proven(config, channels, platform, allHandlers);
            if (tracing != null) {
                engine.tell(tracing);
            }
            engine.manageAs("standalone");
            return new Oncebox(
                    engine, config.relayPollingInterval(), List.of(publisher, source), threads, releaseThreads);
        } catch (RuntimeException | Error e) {
            releaseThreads.run();
            throw e;
        }
    }

    private static Engine proven(
            OnceboxConfig config, Set<String> channels, Platform platform, List<MessageHandler> handlers) {
        Engine engine = new Engine(config, platform, channels, handlers);
        engine.selfCheck(List.of(new TransactionManagerStyle(platform.transactions())));
        return engine;
    }

    private static <T> Map<String, T> withDefault(Map<String, T> named, String defaultName, T defaultOne, String what) {
        Map<String, T> all = new LinkedHashMap<>(named);
        if (defaultOne != null) {
            all.put(defaultName, defaultOne);
        }
        require(all.isEmpty() ? null : all, what);
        return all;
    }

    private static void require(Object given, String what) {
        if (given == null) {
            throw StandaloneErrors.notGiven(what);
        }
    }
}
