// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.onceward.api.EventFilter;
import io.onceward.api.EventSummary;
import io.onceward.api.InboxMetadata;
import io.onceward.engine.TextMessages.Text;
import io.onceward.fixture.Await;
import io.onceward.inbox.FailureTypes;
import io.onceward.inbox.MessageHandler;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A node that stores messages for two handlers, which insert a row for each message. */
abstract class StoredInboxFixture extends DatabaseContract {

    static final Map<String, String> QUICK = Map.of(
            "onceward.relay.polling-interval", "PT0.05S",
            "mp.messaging.incoming.orders.retry-delay", "PT0.1S",
            "mp.messaging.incoming.orders.retry-max-delay", "PT0.2S",
            "mp.messaging.incoming.orders.max-attempts", "3");

    final MemoryPublisher publisher = new MemoryPublisher();
    final Nodes nodes = new Nodes(JTA, publisher).tryingSoon();
    final List<Engine> engines = new ArrayList<>();
    final Recorder billing = new Recorder("billing");
    final Recorder shipping = new Recorder("shipping");
    Engine engine;

    @BeforeEach
    void open() {
        engine = node(Map.of("onceward.schema", "create"), Runnable::run, billing, shipping);
        sql("CREATE TABLE effect (handler VARCHAR(20), body VARCHAR(50))");
    }

    @AfterEach
    void close() {
        billing.gate.countDown();
        engines.forEach(each -> each.stop(Duration.ofSeconds(5)));
    }

    Engine node(Map<String, String> more, Executor executor, Recorder... handlers) {
        return node(nodes, more, executor, handlers);
    }

    Engine node(Nodes cluster, Map<String, String> more, Executor executor, Recorder... handlers) {
        Map<String, String> configuration = new HashMap<>(QUICK);
        configuration.putAll(more);
        Engine opened = cluster.open(configuration, executor, pool, List.of(handlers));
        engines.add(opened);
        return opened;
    }

    /** A handler that inserts a row for each message. */
    final class Recorder implements MessageHandler {

        private final String name;
        final List<String> handled = Collections.synchronizedList(new ArrayList<>());

        /** Where a handler that {@link #waits} stays until the test, or its end, opens it: never by itself. */
        final CountDownLatch gate = new CountDownLatch(1);

        final AtomicInteger at = new AtomicInteger();
        final AtomicInteger most = new AtomicInteger();
        volatile String fails = "nothing";
        volatile Function<String, Exception> failure = body -> null;
        volatile Function<String, Exception> undecodable = body -> null;
        volatile FailureTypes failureTypes = FailureTypes.NONE;
        final List<String> tried = Collections.synchronizedList(new ArrayList<>());
        volatile Callable<?> further = () -> null;
        volatile boolean waits;
        volatile InboxMetadata metadata;

        Recorder(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public String channel() {
            return "orders";
        }

        @Override
        public FailureTypes failureTypes() {
            return failureTypes;
        }

        @Override
        public Callable<?> decode(byte[] payload, InboxMetadata received) throws Exception {
            String body = new String(payload, StandardCharsets.UTF_8);
            if (body.startsWith("{broken")) {
                throw new IllegalArgumentException("no JSON: " + body.length() + " characters");
            }
            Exception thrown = undecodable.apply(body);
            if (thrown != null) {
                throw thrown;
            }
            return () -> handle(body, received);
        }

        private Object handle(String body, InboxMetadata received) throws Exception {
            most.accumulateAndGet(at.incrementAndGet(), Math::max);
            try {
                metadata = received;
                tried.add(body);
                effect(name, body.substring(0, Math.min(body.length(), 50)));
                if (waits) {
                    gate.await();
                }
                if (body.startsWith(fails)) {
                    throw new IllegalStateException(name + " does not like " + body);
                }
                Exception thrown = failure.apply(body);
                if (thrown != null) {
                    throw thrown;
                }
                handled.add(body);
                return further.call();
            } finally {
                at.decrementAndGet();
            }
        }
    }

    void store(String id, String key, String body) {
        engine.stored().store("orders", new Text(id, key, body));
    }

    List<EventSummary> parked() {
        return engine.inboxAdmin().find(EventFilter.all().parked(), null, 100).events();
    }

    void pollUntil(BooleanSupplier condition) throws InterruptedException {
        until(condition, engine::poll);
    }

    static void until(BooleanSupplier condition, Runnable poll) throws InterruptedException {
        Await.until("what the handlers do", condition, poll);
    }

    void effect(String handler, String body) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO effect VALUES (?, ?)")) {
            insert.setString(1, handler);
            insert.setString(2, body);
            insert.executeUpdate();
        }
    }

    List<String> effects(String handler) {
        try (Connection connection = pool.getConnection();
                PreparedStatement select = connection.prepareStatement("SELECT body FROM effect WHERE handler = ?")) {
            select.setString(1, handler);
            try (ResultSet row = select.executeQuery()) {
                List<String> bodies = new ArrayList<>();
                while (row.next()) {
                    bodies.add(row.getString(1));
                }
                return bodies;
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
