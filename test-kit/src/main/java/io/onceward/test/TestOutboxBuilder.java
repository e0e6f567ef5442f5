// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import io.onceward.api.OncewardException;
import io.onceward.codec.BuiltInCodecs;
import io.onceward.memory.broker.MemoryBroker;
import io.onceward.spi.PayloadCodec;
import io.onceward.standalone.InboxHandler;
import io.onceward.standalone.Onceward;
import io.onceward.standalone.OncewardBuilder;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;

/**
 * The builder of a {@link TestOutbox}. Everything is optional: without a datasource the test has a new H2 database in memory, with
 * the tables of Onceward. Not thread-safe.
 *
 * @since 0.1
 */
public final class TestOutboxBuilder {

    /** The polls of a test are those of {@link TestOutbox#deliver()}. */
    private static final Map<String, String> DEFAULTS = Map.of(
            "onceward.schema", "create",
            "onceward.broker", TestAdapter.SCHEME,
            "onceward.relay.polling-interval", "PT1H");

    private final Map<String, String> configuration = new LinkedHashMap<>(DEFAULTS);
    private final List<PayloadCodec> codecs = new ArrayList<>();
    private final Map<String, Given<?>> handlers = new LinkedHashMap<>();
    private DataSource dataSource;
    private TransactionManager manager;
    private TransactionSynchronizationRegistry registry;

    TestOutboxBuilder() {}

    /**
     * Sets the datasource of the test, for example of a PostgreSQL server. The transactions are those of the test kit: {@link
     * TestOutbox#dataSource()} returns a datasource whose connections join them. Onceward creates its tables.
     *
     * @param newDataSource a datasource whose connections are not managed by a transaction manager; the caller closes it
     */
    public TestOutboxBuilder dataSource(DataSource newDataSource) {
        dataSource = Objects.requireNonNull(newDataSource, "newDataSource");
        return this;
    }

    /**
     * Sets the transaction manager of the test, its registry, and a datasource whose connections join its transactions, as the
     * application has them. {@link CrashPoints} needs the transactions of the test kit.
     *
     * @param joined the caller closes it
     */
    public TestOutboxBuilder transactions(
            TransactionManager newManager, TransactionSynchronizationRegistry newRegistry, DataSource joined) {
        manager = Objects.requireNonNull(newManager, "newManager");
        registry = Objects.requireNonNull(newRegistry, "newRegistry");
        dataSource = Objects.requireNonNull(joined, "joined");
        return this;
    }

    /**
     * Adds configuration, by the keys of the product, for example {@code onceward.relay.max-attempts}. Leave out the keys of brokers:
     * the test has a broker in memory.
     */
    public TestOutboxBuilder configuration(Map<String, String> properties) {
        configuration.putAll(properties);
        return this;
    }

    /** Adds a codec of the application. */
    public TestOutboxBuilder codec(PayloadCodec codec) {
        codecs.add(Objects.requireNonNull(codec, "codec"));
        return this;
    }

    /**
     * Adds a handler of a channel. {@link TestOutbox#deliver()} has it handle the messages of this channel, each in a transaction with
     * the claim of the message.
     *
     * @param channel the channel that the events are recorded on, or that {@link TestOutbox#send} names
     * @param handler the name of the handler, at most 255 characters
     * @param type the type to decode the payload to
     * @param code handles the messages
     */
    public <T> TestOutboxBuilder handle(String channel, String handler, Class<T> type, InboxHandler<? super T> code) {
        Objects.requireNonNull(channel, "channel");
        Objects.requireNonNull(handler, "handler");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(code, "code");
        handlers.put(handler, new Given<>(channel, handler, type, code));
        return this;
    }

    /**
     * Starts the engine, which includes its self-check.
     *
     * @return the running test outbox; close it at the end of the tests
     * @throws OncewardException {@code OWD-0331} if there is no database, or a code of the product if the configuration does not fit
     */
    public TestOutbox start() {
        Steps steps = new Steps();
        CompletableFuture<List<PayloadCodec>> allCodecs = codecsInBackground();
        H2Database h2 = dataSource == null ? H2Database.create() : null;
        DataSource used = dataSource == null ? h2 : dataSource;
        try {
            if (manager != null) {
                return start(manager, registry, used, allCodecs, null, h2);
            }
            ThreadTransactions transactions = new ThreadTransactions();
            return start(
                    transactions,
                    new ThreadRegistry(transactions),
                    new JoinedDataSource(used, transactions, steps),
                    allCodecs,
                    steps,
                    h2);
        } catch (RuntimeException | Error e) {
            if (h2 != null) {
                h2.close();
            }
            throw e;
        }
    }

    /**
     * Makes the codecs while the database opens. The first start in a JVM is faster so: JSON-B and JMX, which the engine uses, load as many
     * classes as it has itself.
     */
    private CompletableFuture<List<PayloadCodec>> codecsInBackground() {
        List<PayloadCodec> own = List.copyOf(codecs);
        return CompletableFuture.supplyAsync(
                () -> {
                    List<PayloadCodec> all = BuiltInCodecs.after(own);
                    ManagementFactory.getPlatformMBeanServer();
                    return all;
                },
                task -> new Thread(task, "onceward-test-start").start()); // it has the class loader of the caller
    }

    private TestOutbox start(
            TransactionManager usedManager,
            TransactionSynchronizationRegistry usedRegistry,
            DataSource joined,
            CompletableFuture<List<PayloadCodec>> allCodecs,
            Steps steps,
            H2Database h2) {
        MemoryBroker<TestMessage> broker = new MemoryBroker<>();
        Gate gate = new Gate();
        Map<String, TestHandler> counted = new LinkedHashMap<>();
        OncewardBuilder builder = Onceward.builder()
                .transactionManager(usedManager)
                .synchronizationRegistry(usedRegistry)
                .dataSource(joined)
                .adapter(new TestAdapter(broker))
                .executor(gate)
                .configuration(configuration);
        codecs.forEach(builder::codec);
        handlers.values().forEach(handler -> counted.put(handler.name(), handler.addTo(builder, usedRegistry)));
        Onceward onceward;
        try {
            onceward = builder.start();
        } catch (RuntimeException | Error e) {
            gate.shutdown();
            throw e;
        }
        return new TestOutbox(
                onceward,
                new TestTransactions(usedManager, usedRegistry),
                new TestTables(joined, TestTables.prefix(configuration)),
                broker,
                gate,
                counted,
                allCodecs.join(),
                steps,
                h2);
    }

    /** A handler of the builder. */
    private record Given<T>(String channel, String name, Class<T> type, InboxHandler<? super T> code) {

        TestHandler addTo(OncewardBuilder builder, TransactionSynchronizationRegistry registry) {
            TestHandler counted = new TestHandler(channel);
            builder.handle(channel, name, type, counted.<T>around(code, registry));
            return counted;
        }
    }
}
