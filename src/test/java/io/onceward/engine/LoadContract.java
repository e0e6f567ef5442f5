// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.Await;
import io.onceward.spi.OutboxEvent;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Producers and relays on one database at full speed. {@code -Dload.seconds=60} extends it to a minute, and {@code
 * -Dload.backlogs=10000,1000000} measures with larger backlogs.
 */
@DialectContract
abstract class LoadContract extends DatabaseContract {

    private static final int PRODUCERS = 16;
    private static final int RELAYS = 4;
    private static final int KEYS = 24;
    private static final Duration DURATION = Duration.ofSeconds(Long.getLong("load.seconds", 3));

    private static final List<Integer> BACKLOGS = Arrays.stream(
                    System.getProperty("load.backlogs", "1000,4000").split(","))
            .map(Integer::valueOf)
            .toList();

    /** One of so many attempts is refused. */
    private static final int REFUSED = 50;

    /** A refused event blocks all later ones of its key, so a test with refusals needs much more time for an event. */
    private static final int MOST_WITH_REFUSALS = 1_000;

    private static final int COUNTED = 100_000;
    private static final int TRANSACTION = 500;

    private static final Map<String, String> RETRYING_SOON =
            Map.of("onceward.relay.retry-delay", "PT0.01S", "onceward.relay.max-attempts", "100");

    private final MemoryPublisher publisher = new MemoryPublisher();
    private final Nodes nodes = new Nodes(JTA, publisher);
    private final List<Engine> engines = new ArrayList<>();
    private final AtomicInteger recorded = new AtomicInteger();
    private final FailedStatements failed = new FailedStatements("counter");
    private DataSource observed;
    private volatile boolean over;

    @BeforeEach
    void open() throws Exception {
        nodes.open(Map.of("onceward.schema", "create", "onceward.relay.enabled", "false"), threads, pool);
        observed = failed.watch(pool);
        for (int i = 0; i < RELAYS; i++) {
            engines.add(nodes.open(RETRYING_SOON, threads, observed));
        }
        // creates the lanes: nodes that do so at the same time have failed statements, as another test shows
        JTA.inTransaction(() -> engines.get(0).recording("orders"));
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE counter (k INTEGER PRIMARY KEY, n INTEGER)");
            for (int key = 0; key < KEYS; key++) {
                statement.executeUpdate("INSERT INTO counter VALUES (" + key + ", 0)");
            }
        }
    }

    @AfterEach
    void close() {
        over = true;
        engines.forEach(engine -> engine.stop(Duration.ofSeconds(5)));
    }

    /** Returns whether the database refuses one of two nodes that take the same lanes, which then goes on without these lanes. */
    boolean takesConflict() {
        return false;
    }

    @Test
    void manyProducersAndRelaysMeetNoDeadlockAndKeepTheOrder() throws Exception {
        publishUnderLoad(Integer.MAX_VALUE);
    }

    /** Events are blocked and unblocked while several nodes lock the lanes of their keys. */
    @Test
    void refusedEventsMeetNoDeadlockAndKeepTheOrder() throws Exception {
        publisher.refuse(event -> ThreadLocalRandom.current().nextInt(REFUSED) == 0);
        publishUnderLoad(MOST_WITH_REFUSALS);
    }

    private void publishUnderLoad(int most) throws Exception {
        List<Future<?>> relays = engines.stream()
                .<Future<?>>map(engine -> threads.submit(() -> poll(engine)))
                .toList();
        long end = System.nanoTime() + DURATION.toNanos();
        List<Future<?>> producers = new ArrayList<>();
        for (int p = 0; p < PRODUCERS; p++) {
            Engine engine = engines.get(p % RELAYS);
            producers.add(threads.submit(() -> produce(engine, end, most)));
        }
        for (Future<?> producer : producers) {
            producer.get(DURATION.toSeconds() + 60, TimeUnit.SECONDS);
        }
        awaitPublished(recorded.get());
        over = true;
        for (Future<?> relay : relays) {
            relay.get(60, TimeUnit.SECONDS);
        }
        assertThat(failed.list())
                .as("failed statements of Onceward")
                .allMatch(failure -> takesConflict() && failure.contains("FOR UPDATE SKIP LOCKED"));
        assertThat(publisher.published()).hasSize(recorded.get());
        for (int key = 0; key < KEYS; key++) {
            String text = String.valueOf(key);
            assertThat(publisher.published().stream()
                            .filter(event -> event.key().equals(text))
                            .map(LoadContract::number))
                    .containsExactlyElementsOf(
                            IntStream.rangeClosed(1, lastOf(key)).boxed().toList());
        }
    }

    @Test
    void backlogIsDrainedInTheOrderOfEachKey() throws Exception {
        for (int backlog : BACKLOGS) {
            publisher.broker.clear();
            try (AgroalDataSource fresh = emptyDatabase()) {
                fill(fresh, backlog);
                drain(fresh, backlog);
            }
            for (List<Integer> ofKey : publisher.published().stream()
                    .collect(Collectors.groupingBy(
                            OutboxEvent::key, Collectors.mapping(LoadContract::number, Collectors.toList())))
                    .values()) {
                assertThat(ofKey).isSorted().doesNotHaveDuplicates();
            }
        }
    }

    private void fill(DataSource fresh, int backlog) throws Exception {
        Engine producer =
                nodes.open(Map.of("onceward.schema", "create", "onceward.relay.enabled", "false"), threads, fresh);
        for (int from = 0; from < backlog; from += TRANSACTION) {
            int first = from;
            JTA.inTransaction(() -> {
                for (int number = first; number < Math.min(backlog, first + TRANSACTION); number++) {
                    producer.recording("orders")
                            .record(
                                    String.valueOf(number),
                                    OutboxMetadata.none().withKey(String.valueOf(number % KEYS)));
                }
                return null;
            });
        }
        producer.stop(Duration.ZERO);
    }

    private void drain(DataSource fresh, int backlog) throws Exception {
        int wanted = Math.min(backlog, COUNTED);
        Engine relay = nodes.open(Map.of(), threads, fresh);
        try {
            Future<?> polls = threads.submit(() -> poll(relay));
            awaitPublished(1);
            long start = System.nanoTime();
            int before = publisher.published().size();
            awaitPublished(wanted);
            System.out.printf(
                    "%,d waiting: %,.0f events/s%n",
                    backlog, (publisher.published().size() - before) / ((System.nanoTime() - start) / 1e9));
            assertThat(publisher.published()).hasSizeGreaterThanOrEqualTo(wanted);
            over = true;
            polls.get(60, TimeUnit.SECONDS);
        } finally {
            relay.stop(Duration.ofSeconds(5));
            over = false;
        }
    }

    private static int number(OutboxEvent event) {
        return Integer.parseInt(new String(event.payload(), StandardCharsets.UTF_8));
    }

    /** Polls as the timer does, but without pauses. */
    private Void poll(Engine engine) throws InterruptedException {
        while (!over) {
            engine.poll();
            Thread.sleep(1);
        }
        return null;
    }

    private Void produce(Engine engine, long end, int most) throws Exception {
        while (System.nanoTime() - end < 0 && recorded.get() < most) {
            int key = ThreadLocalRandom.current().nextInt(KEYS);
            if (new BusinessTransaction(JTA).committed(() -> recordNext(engine, key))) {
                recorded.incrementAndGet();
            }
        }
        return null;
    }

    /** Records the next number of a key. The lock of the business row serializes the commits of one key. */
    private String recordNext(Engine engine, int key) throws SQLException {
        try (Connection connection = observed.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("UPDATE counter SET n = n + 1 WHERE k = " + key);
            int next = number(statement, key);
            return engine.recording("orders")
                    .record(String.valueOf(next), OutboxMetadata.none().withKey(String.valueOf(key)));
        }
    }

    private int lastOf(int key) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            return number(statement, key);
        }
    }

    private static int number(Statement statement, int key) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT n FROM counter WHERE k = " + key)) {
            row.next();
            return row.getInt(1);
        }
    }

    private void awaitPublished(int count) throws InterruptedException {
        Await.until(count + " published events", () -> publisher.published().size() >= count);
    }
}
