// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import io.onceward.api.OncewardException;
import io.onceward.spi.PayloadCodec;
import io.onceward.standalone.InboxHandler;
import io.onceward.standalone.OncewardBuilder;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    private final List<Class<?>> beans = new ArrayList<>();
    private final List<Class<?>> entities = new ArrayList<>();
    private String persistenceUnit;
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
     * Adds a handler of a channel. {@link TestOutbox#deliver()} calls it with each message of this channel, in a transaction with the
     * claim of the message.
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
     * Adds the beans under test, and the beans that they inject. The test then has a CDI container, Weld SE. The annotations of Onceward,
     * {@code @Transactional}, {@code @PersistenceContext}, {@code @Resource} and the annotations of enterprise beans work there as on a
     * server. Other classes do not become beans.
     *
     * @param classes classes of beans, interceptors, and beans with producers
     */
    public TestOutboxBuilder beans(Class<?>... classes) {
        beans.addAll(List.of(classes));
        return this;
    }

    /**
     * Adds entities of Jakarta Persistence. The test then has a persistence unit of these classes on its datasource. The entity managers
     * join the transactions of the test. In the H2 database of the test kit, {@link #start()} creates their tables, and {@link
     * TestOutbox#reset()} deletes the rows.
     *
     * @param classes classes of entities, embeddables, mapped superclasses and converters
     */
    public TestOutboxBuilder entities(Class<?>... classes) {
        entities.addAll(List.of(classes));
        return this;
    }

    /**
     * Sets a persistence unit of {@code META-INF/persistence.xml}, instead of {@link #entities}. The datasource of the test replaces its own.
     *
     * @param name the name of the unit
     */
    public TestOutboxBuilder persistenceUnit(String name) {
        persistenceUnit = Objects.requireNonNull(name, "name");
        return this;
    }

    /**
     * Starts the engine, which includes its self-check, and the container of the beans.
     *
     * @return the running test outbox; close it at the end of the tests
     * @throws OncewardException {@code OWD-0331} if there is no database, {@code OWD-1200} if the container refuses the beans, {@code
     *     OWD-1203} if no persistence unit opens, or a code of the product if the configuration or an annotation does not fit
     */
    public TestOutbox start() {
        if (persistenceUnit != null && !entities.isEmpty()) {
            throw TestKitErrors.persistenceRefused("it has both entities and the name of a unit", null);
        }
        return new TestStart(this).run();
    }

    List<Class<?>> beanClasses() {
        return List.copyOf(beans);
    }

    List<Class<?>> entityClasses() {
        return List.copyOf(entities);
    }

    /** Returns {@code null} if there is none. */
    String unit() {
        return persistenceUnit;
    }

    List<PayloadCodec> codecs() {
        return List.copyOf(codecs);
    }

    Map<String, String> properties() {
        return configuration;
    }

    Collection<Given<?>> handlers() {
        return handlers.values();
    }

    /** Returns {@code null} if the test has none. */
    DataSource givenDataSource() {
        return dataSource;
    }

    /** Returns {@code null} if the transactions are those of the test kit. */
    TestTransactions givenTransactions() {
        return manager == null ? null : new TestTransactions(manager, registry);
    }

    /** A handler of the builder. */
    record Given<T>(String channel, String name, Class<T> type, InboxHandler<? super T> code) {

        TestHandler addTo(OncewardBuilder builder, TransactionSynchronizationRegistry registry) {
            TestHandler counted = new TestHandler(channel, TestHandler.Kind.CHANNEL);
            builder.handle(channel, name, type, counted.<T>around(code, registry));
            return counted;
        }
    }
}
