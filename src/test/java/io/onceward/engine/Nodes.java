// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.onceward.api.Alert;
import io.onceward.api.ContextPropagator;
import io.onceward.api.PayloadKeys;
import io.onceward.api.Upcaster;
import io.onceward.config.OncewardConfig;
import io.onceward.fixture.TestAdapter;
import io.onceward.fixture.TestPublisher;
import io.onceward.inbox.MessageHandler;
import io.onceward.jdbc.DataSourceAccess;
import io.onceward.queue.outage.CircuitBreakers;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** Engines that share a broker, as the nodes of a cluster do. */
record Nodes(
        Jta jta,
        String scheme,
        TestPublisher publisher,
        MemorySource source,
        Supplier<CircuitBreakers> breakers,
        Set<String> declared,
        List<ContextPropagator> propagators,
        List<Upcaster> upcasters,
        List<PayloadKeys> payloadKeys,
        List<Consumer<Alert>> alertListeners) {

    Nodes(Jta jta, TestPublisher publisher) {
        this(jta, "test", publisher);
    }

    /** Engines with an adapter for another scheme. */
    Nodes(Jta jta, String scheme, TestPublisher publisher) {
        this(
                jta,
                scheme,
                publisher,
                new MemorySource(),
                CircuitBreakers::new,
                Set.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    /** The same broker for engines whose circuit breakers are open for a tenth of the product's time. */
    Nodes tryingSoon() {
        return tryingAfter(Duration.ofMillis(50), Duration.ofSeconds(3));
    }

    /** The same broker for engines whose circuit breakers are open for these times. */
    Nodes tryingAfter(Duration first, Duration cap) {
        return new Nodes(
                jta,
                scheme,
                publisher,
                source,
                () -> new CircuitBreakers(first, cap),
                declared,
                propagators,
                upcasters,
                payloadKeys,
                alertListeners);
    }

    /** The same broker for engines of an application that declares these channels. */
    Nodes declaring(String... channels) {
        return new Nodes(
                jta,
                scheme,
                publisher,
                source,
                breakers,
                Set.of(channels),
                propagators,
                upcasters,
                payloadKeys,
                alertListeners);
    }

    /** The same broker for engines of an application with these contexts. */
    Nodes propagating(ContextPropagator... all) {
        return new Nodes(
                jta,
                scheme,
                publisher,
                source,
                breakers,
                declared,
                List.of(all),
                upcasters,
                payloadKeys,
                alertListeners);
    }

    /** The same broker for engines of an application with these upcasters. */
    Nodes upcasting(Upcaster... all) {
        return new Nodes(
                jta,
                scheme,
                publisher,
                source,
                breakers,
                declared,
                propagators,
                List.of(all),
                payloadKeys,
                alertListeners);
    }

    /** The same broker for engines of an application with these keys. */
    Nodes encrypting(PayloadKeys... all) {
        return new Nodes(
                jta,
                scheme,
                publisher,
                source,
                breakers,
                declared,
                propagators,
                upcasters,
                List.of(all),
                alertListeners);
    }

    /** The same broker for engines of an application with these listeners of alerts. */
    Nodes telling(Consumer<Alert> listener) {
        return new Nodes(
                jta,
                scheme,
                publisher,
                source,
                breakers,
                declared,
                propagators,
                upcasters,
                payloadKeys,
                List.of(listener));
    }

    /** @param executor runs its relay after a commit */
    Engine open(Map<String, String> configuration, Executor executor, DataSource dataSource) {
        return open(configuration, executor, dataSource, List.of());
    }

    Engine open(
            Map<String, String> configuration,
            Executor executor,
            DataSource dataSource,
            List<MessageHandler> handlers) {
        return open(configuration, executor, new OneDataSource(dataSource, true), handlers);
    }

    /** Opens an engine whose datasource the application uses outside of its transactions. */
    Engine openOutside(Map<String, String> configuration, Executor executor, DataSource dataSource) {
        return open(configuration, executor, new OneDataSource(dataSource, false), List.of());
    }

    /** Opens an engine whose datasources are these. */
    Engine open(
            Map<String, String> configuration,
            Executor executor,
            DataSourceAccess access,
            List<MessageHandler> handlers) {
        Engine engine = opened(configuration, executor, access, handlers);
        engine.prepare();
        engine.declareAs("test");
        return engine;
    }

    /** Opens an engine, without its tables. */
    Engine opened(Map<String, String> configuration, Executor executor, DataSource dataSource) {
        return opened(configuration, executor, new OneDataSource(dataSource, true), List.of());
    }

    private Engine opened(
            Map<String, String> configuration,
            Executor executor,
            DataSourceAccess access,
            List<MessageHandler> handlers) {
        Map<String, String> values = new HashMap<>(configuration);
        var config = new OncewardConfig(values.keySet(), name -> Optional.ofNullable(values.get(name)));
        return new Engine(new EngineAssembly(
                config,
                new Platform(
                        jta.registry,
                        jta,
                        executor,
                        List.of(access),
                        List.of(new TestAdapter(scheme, publisher, source, TextMessages.kinds(), null)),
                        List.of(),
                        List.of(),
                        propagators,
                        upcasters,
                        payloadKeys,
                        alertListeners),
                declared,
                handlers,
                breakers));
    }

    /** Returns the same datasource for every name. */
    private record OneDataSource(DataSource dataSource, boolean joined) implements DataSourceAccess {

        @Override
        public int priority() {
            return 0;
        }

        @Override
        public Optional<DataSource> find(String name) {
            return Optional.of(dataSource);
        }

        @Override
        public boolean isJoinedByApplication(String name) {
            return joined;
        }
    }
}
