// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import io.onceward.codec.BuiltInCodecs;
import io.onceward.config.OncewardConfig;
import io.onceward.inbox.DurableQueue;
import io.onceward.inbox.MessageHandler;
import io.onceward.memory.broker.MemoryBroker;
import io.onceward.spi.BrokerAdapter;
import io.onceward.spi.PayloadCodec;
import io.onceward.standalone.ContainerSeam;
import io.onceward.standalone.Onceward;
import io.onceward.standalone.OncewardBuilder;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;

/**
 * One start of a test outbox. With beans, their container starts first, and the engine when the container has checked the beans. What
 * has been opened is closed if the start fails. For one thread.
 */
final class TestStart implements BeanEnvironment {

    private final TestOutboxBuilder builder;

    /** {@code null} if the test has given a datasource. */
    private final H2Database h2;

    private final CompletableFuture<List<PayloadCodec>> builtInCodecs = codecsInBackground();
    private final MemoryBroker<TestMessage> broker = new MemoryBroker<>();
    private final TestTransactions transactions;
    private final DataSource dataSource;
    private final Steps steps;
    private Persistence persistence;
    private volatile TestOutbox outbox;

    TestStart(TestOutboxBuilder builder) {
        this.builder = builder;
        this.h2 = builder.givenDataSource() == null ? H2Database.create() : null;
        DataSource used = h2 == null ? builder.givenDataSource() : h2;
        TestTransactions given = builder.givenTransactions();
        if (given != null) {
            this.transactions = given;
            this.steps = null;
            this.dataSource = used;
        } else {
            ThreadTransactions own = new ThreadTransactions();
            this.transactions = new TestTransactions(own, new ThreadRegistry(own));
            this.steps = new Steps();
            this.dataSource = new JoinedDataSource(used, own, steps);
        }
    }

    /**
     * Makes the codecs while the database opens. The first start in a JVM is faster so: JSON-B and JMX, which the engine uses, load as many
     * classes as it has itself.
     */
    private static CompletableFuture<List<PayloadCodec>> codecsInBackground() {
        return CompletableFuture.supplyAsync(
                () -> {
                    List<PayloadCodec> all = BuiltInCodecs.after(List.of());
                    ManagementFactory.getPlatformMBeanServer();
                    return all;
                },
                task -> new Thread(task, "onceward-test-start").start()); // it has the class loader of the caller
    }

    TestOutbox run() {
        try {
            if (builder.unit() != null || !builder.entityClasses().isEmpty()) {
                openPersistence();
            }
            if (builder.beanClasses().isEmpty()) {
                engine(BeanParts.NONE);
            } else {
                startBeans();
            }
            return outbox;
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    private void openPersistence() {
        try {
            persistence =
                    Persistence.open(builder.unit(), builder.entityClasses(), dataSource, transactions, h2 != null);
        } catch (NoClassDefFoundError e) {
            throw TestKitErrors.persistenceRefused("a class is missing: " + e.getMessage(), e);
        }
    }

    private void startBeans() {
        try {
            outboxOf(WeldBeans.start(this));
        } catch (NoClassDefFoundError e) {
            throw TestKitErrors.withoutWeld(e);
        }
    }

    private void outboxOf(Beans beans) {
        outbox().started(beans);
    }

    private void close() {
        if (outbox != null) {
            outbox.stop();
            return;
        }
        if (persistence != null) {
            persistence.close();
        }
        if (h2 != null) {
            h2.close();
        }
    }

    @Override
    public List<Class<?>> beans() {
        return builder.beanClasses();
    }

    @Override
    public OncewardConfig config() {
        return new OncewardConfig(
                builder.properties().keySet(),
                name -> Optional.ofNullable(builder.properties().get(name)));
    }

    @Override
    public BrokerAdapter adapter() {
        return new TestAdapter(broker);
    }

    @Override
    public TestTransactions transactions() {
        return transactions;
    }

    @Override
    public DataSource dataSource() {
        return dataSource;
    }

    @Override
    public Persistence persistence() {
        return persistence;
    }

    @Override
    public TestOutbox outbox() {
        if (outbox == null) {
            throw TestKitErrors.tooEarly();
        }
        return outbox;
    }

    @Override
    public void start(BeanParts parts, KitGate gate) {
        gate.open(ContainerSeam.engine(engine(parts)));
    }

    private Onceward engine(BeanParts parts) {
        Gate gate = new Gate();
        Map<String, TestHandler> counted = new LinkedHashMap<>();
        List<PayloadCodec> codecs = new ArrayList<>(builder.codecs());
        codecs.addAll(parts.codecs());
        OncewardBuilder started = Onceward.builder()
                .transactionManager(transactions.manager())
                .synchronizationRegistry(transactions.registry())
                .dataSource(dataSource)
                .adapter(adapter())
                .executor(gate)
                .configuration(throughTheBroker(parts))
                .configuration(builder.properties());
        codecs.forEach(started::codec);
        parts.logContexts().forEach(started::logContext);
        parts.propagators().forEach(started::contextPropagator);
        parts.upcasters().forEach(started::upcaster);
        parts.payloadKeys().forEach(started::payloadKeys);
        parts.alertListeners().forEach(started::alertListener);
        builder.handlers()
                .forEach(handler -> counted.put(handler.name(), handler.addTo(started, transactions.registry())));
        parts.handlers().forEach(handler -> counted.put(handler.name(), add(started, handler)));
        parts.idempotent()
                .forEach(method -> counted.put(method.handler(), new TestHandler(null, TestHandler.Kind.CALL)));
        Onceward onceward;
        try {
            onceward = started.start();
        } catch (RuntimeException | Error e) {
            gate.shutdown();
            throw e;
        }
        codecs.addAll(builtInCodecs.join());
        outbox = new TestOutbox(
                onceward,
                transactions,
                new TestTables(dataSource, TestTables.prefix(builder.properties())),
                broker,
                gate,
                counted,
                codecs,
                steps,
                h2,
                persistence);
        return onceward;
    }

    private TestHandler add(OncewardBuilder started, MessageHandler handler) {
        TestHandler counts = new TestHandler(
                handler.channel(),
                DurableQueue.isOne(handler.name()) ? TestHandler.Kind.DURABLE : TestHandler.Kind.CHANNEL);
        ContainerSeam.add(started, new CountedHandler(handler, counts, transactions.registry()));
        return counts;
    }

    /** Has the events of local channels go through the broker, too: the test sees what is recorded, and decides when it is handled. */
    private Map<String, String> throughTheBroker(BeanParts parts) {
        List<String> channels = new ArrayList<>();
        builder.handlers().forEach(handler -> channels.add(handler.channel()));
        parts.handlers().stream()
                .filter(handler -> !DurableQueue.isOne(handler.name()))
                .forEach(handler -> channels.add(handler.channel()));
        Map<String, String> destinations = new LinkedHashMap<>();
        for (String channel : channels) {
            String prefix = "mp.messaging.outgoing." + channel + ".";
            if (!builder.properties().containsKey(prefix + "destinations")) {
                destinations.put(prefix + "destination", TestAdapter.SCHEME + ":" + channel);
            }
        }
        return destinations;
    }
}
