// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.Await;
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
import java.util.stream.Stream;

/**
 * Producers, relays and consumers that go on while a test disturbs the database: on each node, some threads record events with business
 * rows, and some handle what was published, each event twice.
 */
final class DisturbedLoad implements AutoCloseable {

    private static final int THREADS = 4;
    private static final int KEYS = 12;
    private static final int ENOUGH = 300;

    private final Jta jta;
    private final MemoryPublisher publisher = new MemoryPublisher();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<AgroalDataSource> pools;
    private final List<Polled> nodes = new ArrayList<>();
    private final List<Future<?>> running = new ArrayList<>();
    private final List<AtomicInteger> committed = new ArrayList<>();
    private final AtomicInteger handled = new AtomicInteger();
    private volatile boolean over;

    /** @param pools one for each node; the first one is read at the end */
    DisturbedLoad(Jta jta, List<AgroalDataSource> pools) throws SQLException {
        this.jta = jta;
        this.pools = pools;
        createBusiness(pools.get(0));
        for (AgroalDataSource pool : pools) {
            Polled node = new Polled(
                    new Nodes(jta, publisher), Map.of("onceward.schema", "create"), pool, Duration.ofMillis(500));
            nodes.add(node);
            AtomicInteger count = new AtomicInteger();
            committed.add(count);
            for (int i = 0; i < THREADS; i++) {
                running.add(threads.submit(() -> produce(node.engine(), pool, count)));
                running.add(threads.submit(() -> consume(node.engine(), pool)));
            }
        }
    }

    private static void createBusiness(AgroalDataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE counter (k INTEGER PRIMARY KEY, n INTEGER)");
            statement.execute("CREATE TABLE business (token VARCHAR(36) PRIMARY KEY, k INTEGER, n INTEGER)");
            statement.execute("CREATE TABLE effect (token VARCHAR(36) PRIMARY KEY, event VARCHAR(36))");
            for (int key = 0; key < KEYS; key++) {
                statement.executeUpdate("INSERT INTO counter VALUES (" + key + ", 0)");
            }
        }
    }

    /** Waits until this node has recorded further events, and further ones were published and handled. */
    void awaitMore(int node) throws InterruptedException {
        int recorded = committed.get(node).get() + ENOUGH;
        int published = publisher.published().size() + ENOUGH;
        int effects = handled.get() + ENOUGH;
        Await.until(
                Await.AFTER_OUTAGE,
                "records of node " + node,
                () -> committed.get(node).get() > recorded);
        Await.until(
                Await.AFTER_OUTAGE,
                "published events",
                () -> publisher.published().size() > published);
        Await.until(Await.AFTER_OUTAGE, "handled events", () -> handled.get() > effects);
    }

    /** Ends the load, and compares business rows, events, claims and effects. */
    void verify() throws Exception {
        over = true;
        for (Future<?> each : running) {
            each.get(60, TimeUnit.SECONDS);
        }
        AgroalDataSource pool = pools.get(0);
        Await.until(Await.AFTER_OUTAGE, "an empty outbox", () -> texts(pool, "SELECT COUNT(*) FROM onceward_outbox")
                .equals(List.of("0")));
        assertThat(published().distinct())
                .as("what was published, and what was committed")
                .containsExactlyInAnyOrderElementsOf(texts(pool, "SELECT token FROM business"));
        for (int key = 0; key < KEYS; key++) {
            String number = String.valueOf(key);
            assertThat(texts(publisher.published().stream()
                                    .filter(event -> event.key().equals(number)))
                            .distinct())
                    .as("the order of key %s", key)
                    .containsExactlyElementsOf(
                            texts(pool, "SELECT token FROM business WHERE k = " + key + " ORDER BY n"));
        }
        assertThat(texts(pool, "SELECT event FROM effect"))
                .as("effects and claims")
                .hasSizeGreaterThan(ENOUGH)
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(
                        texts(pool, "SELECT messageid FROM onceward_inbox WHERE handler = 'billing'"));
    }

    private Stream<String> published() {
        return texts(publisher.published().stream());
    }

    private static Stream<String> texts(Stream<OutboxEvent> events) {
        return events.map(event -> new String(event.payload(), StandardCharsets.UTF_8));
    }

    /** Records events until the test ends. The business table decides whether a failed commit took effect. */
    private Void produce(Engine engine, AgroalDataSource pool, AtomicInteger count) throws InterruptedException {
        while (!over) {
            int key = ThreadLocalRandom.current().nextInt(KEYS);
            try {
                jta.inTransaction(() -> recordNext(engine, pool, key));
                count.incrementAndGet();
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

    /** Handles published events until the test ends, each again after the first time. */
    private Void consume(Engine engine, AgroalDataSource pool) throws InterruptedException {
        while (!over) {
            List<OutboxEvent> published = publisher.published();
            if (published.isEmpty()) {
                Thread.sleep(50);
                continue;
            }
            String id = published
                    .get(ThreadLocalRandom.current().nextInt(published.size()))
                    .id();
            try {
                handle(engine, pool, id);
                handle(engine, pool, id);
                handled.incrementAndGet();
            } catch (Exception e) {
                Thread.sleep(50);
            }
        }
        return null;
    }

    private void handle(Engine engine, AgroalDataSource pool, String id) throws Exception {
        jta.inTransaction(() -> engine.inbox().deliver("billing", id, new Object[] {id}, () -> {
            try (Connection connection = pool.getConnection();
                    PreparedStatement insert = connection.prepareStatement("INSERT INTO effect VALUES (?, ?)")) {
                insert.setString(1, UUID.randomUUID().toString());
                insert.setString(2, id);
                insert.executeUpdate();
            }
            return null;
        }));
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

    @Override
    public void close() {
        over = true;
        threads.shutdownNow();
        nodes.forEach(Polled::close);
    }
}
