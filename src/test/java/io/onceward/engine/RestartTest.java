// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.agroal.api.configuration.AgroalConnectionPoolConfiguration.ConnectionValidator;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.Await;
import io.onceward.fixture.LogLines;
import io.onceward.fixture.MariaDbServer;
import io.onceward.fixture.MySqlServer;
import io.onceward.fixture.OnlyWithAllServers;
import io.onceward.fixture.Restartable;
import io.onceward.fixture.RestartablePostgreSql;
import io.onceward.spi.OutboxEvent;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A database that crashes and restarts while producers record and the relay publishes. */
class RestartTest {

    private static final int PRODUCERS = 8;
    private static final int KEYS = 12;
    private static final int CRASHES = 8;
    private static final Duration OUTAGE = Duration.ofSeconds(2);

    /** A restarted database may fail once more, which the relay counts as another outage. */
    private static final int MOST_OUTAGES = 3;

    private static final Jta JTA = new Jta();

    private final MemoryPublisher publisher = new MemoryPublisher();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger committed = new AtomicInteger();
    private volatile boolean over;

    @AfterEach
    void stop() {
        over = true;
        threads.shutdownNow();
    }

    @Test
    void onPostgreSql() throws Exception {
        try (Restartable server = RestartablePostgreSql.start()) {
            everyCommittedEventSurvives(server);
        }
    }

    @Test
    @OnlyWithAllServers
    void onMariaDb() throws Exception {
        try (Restartable server = MariaDbServer.start("mariadb")) {
            everyCommittedEventSurvives(server);
        }
    }

    @Test
    @OnlyWithAllServers
    void onMySql() throws Exception {
        try (Restartable server = MySqlServer.start("mysql")) {
            everyCommittedEventSurvives(server);
        }
    }

    /** InnoDB shows a commit before it is in the log. */
    @Test
    @OnlyWithAllServers
    @OnlyInFull
    void nothingIsPublishedThatACrashOfMariaDbUndoes() throws Exception {
        try (Restartable server = MariaDbServer.start("mariadb", "--innodb-flush-log-at-trx-commit=1");
                AgroalDataSource pool = validatingPool(server);
                Polled node = new Polled(
                        new Nodes(JTA, publisher).tryingSoon(),
                        Map.of("onceward.schema", "create"),
                        pool,
                        Duration.ofMillis(500))) {
            createBusiness(pool);
            publisher.afterPublish = () -> LockSupport.parkNanos(3_000_000); // meanwhile, reads have nothing to write
            List<Future<?>> producers = new ArrayList<>();
            for (int i = 0; i < PRODUCERS; i++) {
                producers.add(threads.submit(() -> produce(node.engine(), pool)));
            }
            for (int crash = 0; crash < CRASHES; crash++) {
                int before = publisher.published().size();
                Await.until(
                        Await.AFTER_OUTAGE, "load", () -> publisher.published().size() > before + 500);
                server.crash();
                List<String> published = publisher.published().stream()
                        .map(event -> new String(event.payload(), StandardCharsets.UTF_8))
                        .toList();
                server.restart();
                Await.until(Await.AFTER_OUTAGE, "the database", () -> isUp(pool));
                assertThat(texts(pool, "SELECT token FROM business")).containsAll(published);
            }
            over = true;
            for (Future<?> producer : producers) {
                producer.get(60, TimeUnit.SECONDS);
            }
        }
    }

    private static boolean isUp(AgroalDataSource pool) {
        try (Connection connection = pool.getConnection()) {
            return connection.isValid(1);
        } catch (SQLException e) {
            return false;
        }
    }

    private void everyCommittedEventSurvives(Restartable server) throws Exception {
        try (AgroalDataSource pool = validatingPool(server);
                Polled node = new Polled(
                        new Nodes(JTA, publisher), Map.of("onceward.schema", "create"), pool, Duration.ofMillis(500));
                LogLines log = new LogLines()) {
            createBusiness(pool);
            List<Future<?>> producers = new ArrayList<>();
            for (int i = 0; i < PRODUCERS; i++) {
                producers.add(threads.submit(() -> produce(node.engine(), pool)));
            }
            Await.until(
                    "load", () -> committed.get() > 300 && publisher.published().size() > 100);

            server.crash();
            Thread.sleep(OUTAGE.toMillis());
            int before = committed.get();
            int published = publisher.published().size();
            server.restart();

            Await.until(Await.AFTER_OUTAGE, "producers after the restart", () -> committed.get() > before + 300);
            Await.until(
                    Await.AFTER_OUTAGE,
                    "the relay after the restart",
                    () -> publisher.published().size() > published + 300);
            over = true;
            for (Future<?> producer : producers) {
                producer.get(60, TimeUnit.SECONDS);
            }
            Await.until("an empty outbox", () -> number(pool, "SELECT COUNT(*) FROM onceward_outbox") == 0);

            List<String> arrived = publisher.published().stream()
                    .map(event -> new String(event.payload(), StandardCharsets.UTF_8))
                    .distinct()
                    .toList();
            assertThat(arrived)
                    .as("what was published, and what was committed")
                    .containsExactlyInAnyOrderElementsOf(texts(pool, "SELECT token FROM business"));
            for (int key = 0; key < KEYS; key++) {
                assertThat(ofKey(key))
                        .containsExactlyElementsOf(
                                texts(pool, "SELECT token FROM business WHERE k = " + key + " ORDER BY n"));
            }
            Await.until(
                    Await.AFTER_OUTAGE,
                    "the line that ends the outage",
                    () -> !outages(log).isEmpty() && outages(log).size() % 2 == 0);
            List<String> outages = outages(log);
            assertThat(outages).as("each with its beginning and its end").hasSizeBetween(2, 2 * MOST_OUTAGES);
            for (int i = 0; i < outages.size(); i += 2) {
                assertThat(outages.get(i)).startsWith("OWD-1010");
                assertThat(outages.get(i + 1))
                        .startsWith("OWD-1011")
                        .matches(".* is available again after [\\d.,]+ s and \\d+ failed attempts?");
            }
        }
    }

    /** Returns the log lines, without those of the janitor, which may run during the outage. */
    private static List<String> outages(LogLines log) {
        return log.all().stream().filter(line -> !line.startsWith("OWD-1063")).toList();
    }

    /** Returns a pool that validates its connections, as servers configure it. */
    private static AgroalDataSource validatingPool(Restartable server) {
        return JTA.pool(
                server.createDatabase(),
                server.user(),
                server.password(),
                TransactionIsolation.READ_COMMITTED,
                pool -> pool.maxSize(20)
                        .acquisitionTimeout(Duration.ofSeconds(5))
                        .validateOnBorrow(true)
                        .connectionValidator(ConnectionValidator.defaultValidator()));
    }

    private static void createBusiness(AgroalDataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE counter (k INTEGER PRIMARY KEY, n INTEGER)");
            statement.execute("CREATE TABLE business (token VARCHAR(36) PRIMARY KEY, k INTEGER, n INTEGER)");
            for (int key = 0; key < KEYS; key++) {
                statement.executeUpdate("INSERT INTO counter VALUES (" + key + ", 0)");
            }
        }
    }

    /** Records events until the test ends. The business table decides whether a failed commit took effect. */
    private Void produce(Engine engine, AgroalDataSource pool) throws InterruptedException {
        while (!over) {
            int key = ThreadLocalRandom.current().nextInt(KEYS);
            try {
                JTA.inTransaction(() -> recordNext(engine, pool, key));
                committed.incrementAndGet();
            } catch (Exception e) {
                Thread.sleep(50);
            }
        }
        return null;
    }

    private static String recordNext(Engine engine, AgroalDataSource pool, int key) throws SQLException {
        String token = UUID.randomUUID().toString();
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO business SELECT ?, k, n FROM counter WHERE k = " + key)) {
            statement.executeUpdate("UPDATE counter SET n = n + 1 WHERE k = " + key);
            insert.setString(1, token);
            insert.executeUpdate();
            return engine.recording("orders")
                    .record(token, OutboxMetadata.none().withKey(String.valueOf(key)));
        }
    }

    /** Returns a key's events in the order of their first arrival; events of a crash may arrive twice. */
    private Stream<String> ofKey(int key) {
        return publisher.published().stream()
                .filter(event -> event.key().equals(String.valueOf(key)))
                .map(OutboxEvent::payload)
                .map(payload -> new String(payload, StandardCharsets.UTF_8))
                .distinct();
    }

    private static int number(AgroalDataSource pool, String sql) {
        return Integer.parseInt(texts(pool, sql).get(0));
    }

    private static List<String> texts(AgroalDataSource pool, String sql) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            List<String> texts = new ArrayList<>();
            while (row.next()) {
                texts.add(row.getString(1));
            }
            return texts;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
