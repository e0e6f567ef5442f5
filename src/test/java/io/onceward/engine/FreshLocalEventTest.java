// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.api.InboxMetadata;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.Asked;
import io.onceward.fixture.Await;
import io.onceward.fixture.DatabaseServer;
import io.onceward.fixture.PostgreSqlServer;
import io.onceward.fixture.Sql;
import io.onceward.inbox.MessageHandler;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A local event that a node has recorded alone, and hands to its handler without reading it. */
class FreshLocalEventTest {

    private static final int KEYS = 5;
    private static final Jta JTA = new Jta();

    private static final Map<String, String> QUICK = Map.of(
            "onceward.schema", "create",
            "mp.messaging.incoming.orders.retry-delay", "PT0.001S",
            "mp.messaging.incoming.orders.max-attempts", "1000",
            "mp.messaging.incoming.orders.concurrency", "4");

    private static DatabaseServer server;

    private final Nodes nodes =
            new Nodes(JTA, new MemoryPublisher()).tryingAfter(Duration.ofMillis(1), Duration.ofMillis(5));
    private final Asked asked = new Asked();
    private final Random random = new Random(1);
    private AgroalDataSource pool;

    @BeforeAll
    static void startServer() {
        server = PostgreSqlServer.newest();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @BeforeEach
    void open() {
        pool = JTA.pool(
                server.createDatabase(),
                server.user(),
                server.password(),
                TransactionIsolation.READ_COMMITTED,
                settings -> settings.maxSize(30));
        Sql.execute(pool::getConnection, "CREATE TABLE counter (k VARCHAR(10) PRIMARY KEY, n INTEGER NOT NULL)");
        Sql.execute(
                pool::getConnection,
                "INSERT INTO counter SELECT 'k' || g, 0 FROM generate_series(0, " + (KEYS - 1) + ") AS g");
        Sql.execute(
                pool::getConnection,
                "CREATE TABLE effect (at INTEGER GENERATED ALWAYS AS IDENTITY, body VARCHAR(20) PRIMARY KEY)");
    }

    @AfterEach
    void close() {
        pool.close();
    }

    /** Inserts a row for each event, and fails sometimes. */
    private final class Billing implements MessageHandler {

        private final BooleanSupplier fails;
        private final AtomicInteger failed = new AtomicInteger();
        private final ConcurrentLinkedQueue<String> handled = new ConcurrentLinkedQueue<>();

        private Billing(BooleanSupplier fails) {
            this.fails = fails;
        }

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
                Sql.execute(pool::getConnection, "INSERT INTO effect (body) VALUES ('" + body + "')");
                if (fails.getAsBoolean()) {
                    failed.incrementAndGet();
                    throw new IllegalStateException("fails once more");
                }
                handled.add(body);
                return null;
            };
        }
    }

    @Test
    void eventOfAQuietHandlerIsHandledWithoutARead() throws Exception {
        Billing billing = new Billing(() -> false);
        try (Polled node = new Polled(nodes, QUICK, asked.watch(pool), Duration.ofDays(1), List.of(billing))) {
            for (int tries = 0; statements().size() != 2; tries++) {
                assertThat(tries).as("events that were read").isLessThan(20);
                asked.forget();
                record(node.engine(), 0);
                Await.until("an empty queue", () -> rows() == 0);
            }
            assertThat(statements()).first().asString().contains("RETURNING");
            assertThat(statements()).last().asString().contains("DELETE");
        }
    }

    /** As for the outbox: the thread that commits runs the handler, so nothing depends on the speed of the machine. */
    @Test
    void orderOfAKeyHoldsWhereUnreadEventsFail() throws Exception {
        Billing billing = new Billing(() -> random.nextInt(10) == 0);
        Engine engine = nodes.open(QUICK, Runnable::run, asked.watch(pool), List.of(billing));
        int unread = 0;
        int events = 300;
        try {
            for (int i = 0; i < events; i++) {
                int handled = billing.handled.size();
                asked.forget();
                record(engine, random.nextInt(KEYS));
                boolean isHandled = billing.handled.size() > handled;
                unread += isHandled && statements().stream().noneMatch(sql -> sql.startsWith("SELECT seq")) ? 1 : 0;
                if (i % 10 == 9) {
                    Await.until("an empty queue", () -> rows() == 0, engine::poll);
                }
            }
        } finally {
            engine.stop(Duration.ofSeconds(5));
        }
        verifyOrder(events);
        assertThat(billing.failed).as("failed").hasPositiveValue();
        assertThat(unread).as("handled unread").isGreaterThan(events / 3);
    }

    @Test
    void orderOfAKeyHoldsOverSeveralNodesWhileHandlersFail() throws Exception {
        BooleanSupplier sometimes = () -> ThreadLocalRandom.current().nextInt(50) == 0;
        int events = 1200;
        ExecutorService threads = Executors.newFixedThreadPool(KEYS);
        Duration interval = Duration.ofMillis(50);
        try (Polled one = new Polled(nodes, QUICK, pool, interval, List.of(new Billing(sometimes)));
                Polled two = new Polled(nodes, QUICK, pool, interval, List.of(new Billing(sometimes)))) {
            List<Future<?>> producers = new ArrayList<>();
            AtomicInteger left = new AtomicInteger(events);
            for (int i = 0; i < KEYS; i++) {
                producers.add(threads.submit(() -> {
                    for (int number = left.getAndDecrement(); number > 0; number = left.getAndDecrement()) {
                        Engine engine = number > events / 2 || number % 8 > 0 ? one.engine() : two.engine();
                        record(engine, ThreadLocalRandom.current().nextInt(KEYS));
                        Thread.sleep(ThreadLocalRandom.current().nextInt(8));
                    }
                    return null;
                }));
            }
            for (Future<?> producer : producers) {
                producer.get();
            }
            Await.until("an empty queue", () -> rows() == 0);
        } finally {
            threads.shutdownNow();
        }
        verifyOrder(events);
    }

    private List<String> statements() {
        return asked.statements().stream()
                .map(SqlText::of)
                .filter(sql -> sql.contains("onceward_inbox_message"))
                .toList();
    }

    /** Records the next number of a key, while its row is locked. */
    private void record(Engine engine, int key) throws Exception {
        JTA.inTransaction(() -> engine.recording("orders")
                .record("k" + key + "/" + next(key), OutboxMetadata.none().withKey("k" + key)));
    }

    private int next(int key) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("UPDATE counter SET n = n + 1 WHERE k = 'k" + key + "' RETURNING n")) {
            row.next();
            return row.getInt(1);
        }
    }

    /** The order is that of the positions of the effects: a handler begins after the one before has committed. */
    private void verifyOrder(int events) throws SQLException {
        Map<String, Integer> last = new HashMap<>();
        int effects = 0;
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT body FROM effect ORDER BY at")) {
            while (row.next()) {
                effects++;
                String[] body = row.getString(1).split("/");
                assertThat(Integer.parseInt(body[1]))
                        .as("of %s, effect %s", body[0], effects)
                        .isEqualTo(last.merge(body[0], 1, Integer::sum));
            }
        }
        assertThat(effects).isEqualTo(events);
    }

    private int rows() {
        return Integer.parseInt(Sql.text(pool::getConnection, "SELECT COUNT(*) FROM onceward_inbox_message"));
    }
}
