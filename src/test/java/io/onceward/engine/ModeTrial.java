// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.api.InboxMetadata;
import io.onceward.api.OncewardException;
import io.onceward.api.OutboxMetadata;
import io.onceward.engine.TextMessages.Text;
import io.onceward.fixture.DatabaseServer;
import io.onceward.fixture.Sql;
import io.onceward.inbox.MessageHandler;
import io.onceward.selfcheck.TransactionStyle;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * A database in an unusual mode, setting or state. Either the start is refused, or each event is published and each message is
 * handled, also after failures, and with each key in its order.
 */
final class ModeTrial {

    /** The outcome if all that was recorded has arrived. */
    static final String WORKS = "works";

    private static final Jta JTA = new Jta();

    private static final Duration PATIENCE = Duration.ofSeconds(6);

    private static final Map<String, String> CONFIGURATION = Map.of(
            "onceward.relay.retry-delay", "PT0.05S",
            "onceward.relay.retry-max-delay", "PT0.1S",
            "onceward.relay.max-attempts", "100",
            "mp.messaging.outgoing.orders.destination", "test:orders",
            "mp.messaging.incoming.orders.retry-delay", "PT0.05S",
            "mp.messaging.incoming.orders.retry-max-delay", "PT0.1S",
            "mp.messaging.incoming.orders.max-attempts", "100");

    private final DatabaseServer server;
    private final String url;
    private final Map<String, String> configuration;

    /** @param more added to the URL of each connection */
    ModeTrial(DatabaseServer server, String more, Map<String, String> configuration) {
        this.server = server;
        this.url = server.createDatabase() + more;
        this.configuration = new HashMap<>(CONFIGURATION);
        this.configuration.putAll(configuration);
    }

    ModeTrial(DatabaseServer server) {
        this(server, "", Map.of());
    }

    /** Creates the tables. */
    ModeTrial withTables() {
        try (AgroalDataSource pool = pool(server.user(), server.password(), null)) {
            Map<String, String> creating = new HashMap<>(configuration);
            creating.put("onceward.schema", "create");
            new Nodes(JTA, new MemoryPublisher())
                    .open(creating, Runnable::run, pool)
                    .stop(Duration.ofSeconds(5));
        }
        return this;
    }

    /** Executes a statement outside of the mode. */
    ModeTrial after(String... statements) {
        try (AgroalDataSource pool = pool(server.user(), server.password(), null)) {
            for (String sql : statements) {
                Sql.execute(pool::getConnection, sql);
            }
        }
        return this;
    }

    String url() {
        return url;
    }

    private AgroalDataSource pool(String user, String password, String initialSql) {
        String as = url.replace("user=" + server.user(), "user=" + user);
        return JTA.pool(as, user, password, TransactionIsolation.READ_COMMITTED, settings -> settings.maxSize(10)
                .acquisitionTimeout(Duration.ofSeconds(10))
                .connectionFactoryConfiguration(
                        factory -> initialSql == null ? factory : factory.initialSql(initialSql)));
    }

    /** Returns {@link #WORKS}, or the message by which the start was refused, or what has not arrived. */
    String outcome(String initialSql) {
        return outcome(server.user(), server.password(), initialSql);
    }

    String outcome(String user, String password, String initialSql) {
        MemoryPublisher publisher = new MemoryPublisher();
        Billing billing = new Billing();
        ExecutorService threads = Executors.newCachedThreadPool();
        Engine engine = null;
        try (AgroalDataSource pool = pool(user, password, initialSql)) {
            try {
                engine = new Nodes(JTA, publisher)
                        .tryingSoon()
                        .declaring("orders")
                        .open(configuration, threads, pool, List.of(billing));
                engine.selfCheck(List.of(caller()));
            } catch (OncewardException e) {
                return e.getMessage();
            }
            return run(engine, publisher, billing);
        } catch (Exception e) {
            return "stopped: " + e;
        } finally {
            if (engine != null) {
                engine.stop(Duration.ofSeconds(2));
            }
            threads.shutdownNow();
        }
    }

    private static String run(Engine engine, MemoryPublisher publisher, Billing billing) throws Exception {
        Set<String> refused = ConcurrentHashMap.newKeySet();
        publisher.refuse(event -> event.id().equals("e1") && refused.size() < 3 && refused.add("x" + refused.size()));
        for (int i = 1; i <= 6; i++) {
            String id = "e" + i;
            OutboxMetadata metadata = OutboxMetadata.none().withId(id).withKey(i < 4 ? "k" : i == 4 ? "K" : "k ");
            JTA.inTransaction(() -> engine.recording("orders").record(id.equals("e6") ? "" : "ü€😀", metadata));
        }
        for (String id : List.of("m1", "M1", "m2", "m1")) {
            engine.stored().store("orders", new Text(id, "k", id + "ü"));
        }
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        List<String> all = List.of("e1", "e2", "e3", "e4", "e5", "e6");
        while (!publisher.ids().containsAll(all) || billing.handled.size() < 3) {
            if (System.nanoTime() - deadline > 0) {
                return "stopped: published " + publisher.ids() + ", handled " + billing.handled;
            }
            engine.poll();
            LockSupport.parkNanos(10_000_000);
        }
        for (int i = 0; i < 20; i++) { // a duplicate would come now
            engine.poll();
            LockSupport.parkNanos(10_000_000);
        }
        List<String> ofKey = publisher.ids().stream()
                .filter(Set.of("e1", "e2", "e3")::contains)
                .toList();
        return ofKey.equals(List.of("e1", "e2", "e3"))
                        && billing.handled.equals(List.of("m1ü", "M1ü", "m2ü"))
                        && new String(payload(publisher, "e1"), StandardCharsets.UTF_8).equals("ü€😀")
                        && payload(publisher, "e6").length == 0
                ? WORKS
                : "wrong: published " + publisher.ids() + ", handled " + billing.handled;
    }

    private static byte[] payload(MemoryPublisher publisher, String id) {
        return publisher.published().stream()
                .filter(event -> event.id().equals(id))
                .findFirst()
                .orElseThrow()
                .payload();
    }

    private static TransactionStyle caller() {
        return new TransactionStyle() {
            @Override
            public String kind() {
                return "test transaction";
            }

            @Override
            public boolean rollsBackQuietly() {
                return true;
            }

            @Override
            public <T> T inTransaction(Supplier<T> work) throws Exception {
                return JTA.inTransaction(work::get);
            }
        };
    }

    /** A handler that fails twice for its first message. */
    private static final class Billing implements MessageHandler {

        private final List<String> handled = new CopyOnWriteArrayList<>();
        private final Set<String> failures = Collections.synchronizedSet(new TreeSet<>());

        @Override
        public String name() {
            return "billing";
        }

        @Override
        public String channel() {
            return "orders";
        }

        @Override
        public Callable<?> decode(byte[] payload, InboxMetadata metadata) {
            String body = new String(payload, StandardCharsets.UTF_8);
            return () -> {
                if (failures.size() < 2 && failures.add("failure " + failures.size())) {
                    throw new IllegalStateException("not yet");
                }
                return handled.add(body);
            };
        }
    }
}
