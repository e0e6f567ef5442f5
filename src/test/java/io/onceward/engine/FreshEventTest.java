// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.api.EventState;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.Asked;
import io.onceward.fixture.Await;
import io.onceward.fixture.DatabaseServer;
import io.onceward.fixture.PostgreSqlServer;
import io.onceward.fixture.Sql;
import io.onceward.jdbc.Database;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.Side;
import io.onceward.queue.store.AppendStore;
import io.onceward.queue.store.FreshEvent;
import io.onceward.queue.store.Lanes;
import io.onceward.queue.store.LeftOut;
import io.onceward.queue.store.QueuedEvent;
import io.onceward.queue.store.ReadRange;
import io.onceward.spi.OutboxEvent;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.xa.PGXADataSource;

/** An event that a node has recorded alone, and publishes without reading it. */
class FreshEventTest {

    private static final long TICKET = 7;
    private static final Jta JTA = new Jta();

    private static DatabaseServer server;

    private final MemoryPublisher publisher = new MemoryPublisher();
    private final Nodes nodes = new Nodes(JTA, publisher).tryingSoon();
    private final Asked asked = new Asked();
    private final AtomicInteger ids = new AtomicInteger();
    private String url;
    private AgroalDataSource pool;
    private Database database;

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
        url = server.createDatabase();
        pool = JTA.pool(
                url,
                server.user(),
                server.password(),
                TransactionIsolation.READ_COMMITTED,
                settings -> settings.maxSize(20));
        database = LaneFixture.database(pool, Map.of());
        Sql.execute(pool::getConnection, "CREATE TABLE counter (k VARCHAR(10) PRIMARY KEY, n INTEGER NOT NULL)");
        Sql.execute(pool::getConnection, "INSERT INTO counter SELECT 'k' || g, 0 FROM generate_series(0, 4) AS g");
    }

    @AfterEach
    void close() {
        pool.close();
    }

    @Test
    void freshEventIsTheOneThatAReadFinds() throws Exception {
        FreshEvent fresh = append("a");
        QueuedEvent read = readAll().get(0);
        assertThat(fresh.ticket).isEqualTo(TICKET);
        assertThat(fresh.event)
                .usingRecursiveComparison()
                .ignoringFields("since")
                .isEqualTo(read);
        assertThat(Duration.ofNanos(fresh.event.since() - read.since()).abs()).isLessThan(Duration.ofMinutes(1));
    }

    @Test
    void statementSeesThePendingEventsOfItsKeyButNotItsOwn() throws Exception {
        long first = append("a").event.seq();
        long second = append("a").event.seq();
        append("b");
        assertThat(append("a").seen).isEqualTo(Set.of(first, second));
        assertThat(append("c").seen).isEmpty();
        assertThat(append(null).seen).isEmpty();
    }

    @Test
    void eventBehindABlockingOneHasToBeRead() throws Exception {
        long first = append("a").event.seq();
        for (EventState state : List.of(EventState.RETRYING, EventState.PARKED, EventState.BLOCKED)) {
            Sql.execute(pool::getConnection, "UPDATE onceward_outbox SET state = '" + state + "' WHERE seq = " + first);
            assertThat(append("a").ticket).as("behind one that is %s", state).isEqualTo(FreshEvent.NO_TICKET);
            assertThat(append("b").ticket).isEqualTo(TICKET);
        }
    }

    @Test
    void eventBehindManyHasToBeRead() throws Exception {
        for (int i = 0; i <= 32; i++) {
            assertThat(append("a" + i).ticket).isEqualTo(TICKET);
        }
        assertThat(append("b").ticket).isEqualTo(FreshEvent.NO_TICKET);
    }

    @Test
    void snapshotOfRepeatableReadMayBeTooOld() throws Exception {
        FreshEvent appended = JTA.inNew(() -> {
            Sql.execute(pool::getConnection, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
            lockSomething();
            return store().append(event("a"), "", TICKET);
        });
        assertThat(appended.ticket).isEqualTo(FreshEvent.NO_TICKET);
        assertThat(readAll()).hasSize(1);
    }

    @Test
    void transactionWithoutALockInThisDatabaseMayHaveOneElsewhere() throws Exception {
        FreshEvent appended = JTA.inNew(() -> store().append(event("a"), "", TICKET));
        assertThat(appended.ticket).isEqualTo(FreshEvent.NO_TICKET);
        assertThat(readAll()).hasSize(1);
    }

    @Test
    void nothingIsAppendedWithoutTheSentinel() throws Exception {
        FreshEvent appended = JTA.inNew(() -> store().append(event("a"), "not set", TICKET));
        assertThat(appended.event).isNull();
        assertThat(readAll()).isEmpty();
    }

    @Test
    void eventOfAQuietQueueIsPublishedWithoutARead() throws Exception {
        try (Polled node = new Polled(nodes, Map.of(), asked.watch(pool), Duration.ofDays(1))) {
            for (int tries = 0; statements().size() != 2; tries++) {
                assertThat(tries).as("events that were read").isLessThan(20);
                asked.forget();
                publishOne(node);
                Await.until("an empty outbox", () -> rows() == 0);
            }
            assertThat(statements()).first().asString().contains("RETURNING");
            assertThat(statements()).last().asString().startsWith("DELETE");
        }
    }

    /** The statement has succeeded, and so have the synchronizations. Only the commit fails. */
    @Test
    void eventWhoseCommitFailsIsNotPublished() throws Exception {
        verifyNotPublishedIfTheCommitFails(pool);
        assertThat(statements()).singleElement().asString().contains("RETURNING");
    }

    /** XA has no code for this failure, so Narayana does not know the outcome, and tells synchronizations that the transaction has committed. */
    @Test
    void eventWhoseCommitByXaFailsIsNotPublished() throws Exception {
        AgroalDataSource xa = JTA.xaPool(
                url, server.user(), server.password(), TransactionIsolation.READ_COMMITTED, PGXADataSource.class);
        try {
            verifyNotPublishedIfTheCommitFails(xa);
        } finally {
            xa.close();
        }
    }

    private void verifyNotPublishedIfTheCommitFails(AgroalDataSource datasource) throws Exception {
        Sql.execute(
                pool::getConnection,
                "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''at the commit''; END'");
        Sql.execute(pool::getConnection, "CREATE TABLE part (n INTEGER)");
        Sql.execute(
                pool::getConnection,
                "CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON part DEFERRABLE INITIALLY DEFERRED"
                        + " FOR EACH ROW EXECUTE FUNCTION refuse()");
        Engine engine = nodes.open(Map.of(), Runnable::run, asked.watch(datasource));
        try {
            for (int i = 0; i < 3; i++) { // then the relay has its lanes
                JTA.inTransaction(() -> {
                    Sql.execute(datasource::getConnection, "UPDATE counter SET n = n + 1");
                    return engine.recording("orders")
                            .record("x", OutboxMetadata.none().withKey("k"));
                });
            }
            asked.forget();
            assertThatThrownBy(() -> JTA.inTransaction(() -> {
                        Sql.execute(datasource::getConnection, "INSERT INTO part VALUES (1)");
                        return engine.recording("orders")
                                .record("x", OutboxMetadata.none().withKey("other"));
                    }))
                    .isNotNull();
        } finally {
            engine.stop(Duration.ofSeconds(5));
        }
        assertThat(publisher.published()).hasSize(3);
        assertThat(rows()).isZero();
    }

    private List<String> statements() {
        return asked.statements().stream()
                .map(SqlText::of)
                .filter(sql -> sql.contains("onceward_outbox"))
                .toList();
    }

    private void publishOne(Polled node) throws Exception {
        int number = publisher.published().size() + 1;
        JTA.inTransaction(() -> {
            lockSomething();
            return node.engine()
                    .recording("orders")
                    .record("x", OutboxMetadata.none().withKey("k" + number));
        });
        Await.until("event " + number, () -> publisher.published().size() == number);
    }

    @Test
    void orderOfAKeyHoldsWhileTheBrokerRefusesEvents() throws Exception {
        publisher.refuse(event -> ThreadLocalRandom.current().nextInt(50) == 0);
        int events = 1500;
        Map<String, String> configuration =
                Map.of("onceward.relay.retry-delay", "PT0.01S", "onceward.relay.max-attempts", "100");
        ExecutorService threads = Executors.newFixedThreadPool(5);
        try (Polled node = new Polled(nodes, configuration, pool, Duration.ofMillis(50));
                Polled other =
                        new Polled(nodes, Map.of("onceward.relay.enabled", "false"), pool, Duration.ofMillis(50))) {
            List<Future<?>> producers = new ArrayList<>();
            AtomicInteger left = new AtomicInteger(events);
            for (int i = 0; i < 5; i++) {
                Engine engine = i == 0 ? other.engine() : node.engine();
                producers.add(threads.submit(() -> {
                    while (left.getAndDecrement() > 0) {
                        int key = ThreadLocalRandom.current().nextInt(5);
                        record(engine, key);
                        Thread.sleep(ThreadLocalRandom.current().nextInt(8));
                    }
                    return null;
                }));
            }
            for (Future<?> producer : producers) {
                producer.get();
            }
            Await.until("all events", () -> publisher.published().size() >= events);
            Await.until("an empty outbox", () -> rows() == 0);
        } finally {
            threads.shutdownNow();
        }
        verifyOrder();
    }

    /** Records the next number of a key, while its row is locked. */
    private void record(Engine engine, int key) throws Exception {
        JTA.inTransaction(() -> engine.recording("orders")
                .record(String.valueOf(next(key)), OutboxMetadata.none().withKey("k" + key)));
    }

    private void verifyOrder() {
        Map<String, Integer> last = new HashMap<>();
        for (OutboxEvent event : publisher.published()) {
            int number = Integer.parseInt(new String(event.payload(), StandardCharsets.UTF_8));
            assertThat(number)
                    .as("after %s of %s", last.get(event.key()), event.key())
                    .isEqualTo(last.merge(event.key(), 1, Integer::sum));
        }
    }

    /**
     * The relay runs on the thread that commits, so whether an event is read does not depend on the speed of the machine: it is not, unless
     * an earlier one of its key was refused.
     */
    @Test
    void orderOfAKeyHoldsWhereTheBrokerRefusesUnreadEvents() throws Exception {
        Random random = new Random(1);
        AtomicInteger refused = new AtomicInteger();
        publisher.refuse(event -> random.nextInt(10) == 0 && refused.incrementAndGet() > 0);
        Map<String, String> configuration =
                Map.of("onceward.relay.retry-delay", "PT0.001S", "onceward.relay.max-attempts", "100");
        Engine engine = nodes.open(configuration, Runnable::run, asked.watch(pool));
        int events = 300;
        int unread = 0;
        try {
            for (int i = 0; i < events; i++) {
                int published = publisher.published().size();
                asked.forget();
                record(engine, random.nextInt(5));
                boolean isPublished = publisher.published().size() > published;
                unread += isPublished && statements().stream().noneMatch(sql -> sql.startsWith("SELECT")) ? 1 : 0;
                if (i % 10 == 9) {
                    Await.until("an empty outbox", () -> rows() == 0, engine::poll);
                }
            }
        } finally {
            engine.stop(Duration.ofSeconds(5));
        }
        assertThat(publisher.published()).hasSize(events);
        verifyOrder();
        assertThat(refused).as("refused").hasPositiveValue();
        assertThat(unread).as("published unread").isGreaterThan(events / 3);
    }

    private int next(int key) throws Exception {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("UPDATE counter SET n = n + 1 WHERE k = 'k" + key + "' RETURNING n")) {
            row.next();
            return row.getInt(1);
        }
    }

    /** Appends an event in a transaction that has locked something. */
    private FreshEvent append(String key) throws Exception {
        return JTA.inNew(() -> {
            lockSomething();
            return store().append(event(key), "", TICKET);
        });
    }

    private void lockSomething() {
        Sql.execute(pool::getConnection, "UPDATE counter SET n = n + 1 WHERE k = 'k0'");
    }

    private AppendStore store() {
        return database.stores(Side.OUTBOX).append();
    }

    private RecordedEvent event(String key) {
        return LaneFixture.event("fresh " + ids.incrementAndGet(), "orders", key, "test:x", null);
    }

    private List<QueuedEvent> readAll() throws Exception {
        Lanes all = new Lanes("nobody", 1, Map.of(0, 0L), Set.of());
        return JTA.inNew(() -> database.stores(Side.OUTBOX)
                        .queues()
                        .open("orders")
                        .read(all, ReadRange.fromHead(10_000), false, LeftOut.NOTHING, true))
                .pending()
                .events();
    }

    private int rows() {
        return Integer.parseInt(Sql.text(pool::getConnection, "SELECT COUNT(*) FROM onceward_outbox"));
    }
}
