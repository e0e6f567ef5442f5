// SPDX-License-Identifier: Apache-2.0
package io.oncebox.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.oncebox.fixture.PostgreSqlServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/**
 * Consumers continue while the janitor prunes claims. {@code -Djanitor.claims=10000000} prunes more claims; the output
 * has the measured times.
 */
class ClaimJanitorTest {

    private static final int CLAIMS = Integer.getInteger("janitor.claims", 50_000);
    private static final int CONSUMERS = 4;

    /** The delay that a busy machine may add. A consumer that waits for the janitor's run waits longer. */
    private static final Duration LONGEST_STALL = Duration.ofSeconds(3);

    /**
     * A stall of the machine may exceed the limit once or twice; a janitor that blocks consumers exceeds it each time.
     */
    private static final int TRIES = 3;

    /** The maximum time of a janitor's run. */
    private static final Duration PATIENCE = Duration.ofSeconds(120 + CLAIMS / 1000);

    private static final Jta JTA = new Jta();

    private volatile boolean over;

    @Test
    void consumersDoNotWaitForTheJanitor() throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        try (PostgreSqlServer server = PostgreSqlServer.newest();
                AgroalDataSource pool = JTA.pool(
                        server.createDatabase(),
                        server.user(),
                        server.password(),
                        TransactionIsolation.READ_COMMITTED)) {
            Nodes nodes = new Nodes(JTA, new RecordingPublisher());
            Engine engine = nodes.open(
                    Map.of("oncebox.schema", "create", "oncebox.inbox.janitor-interval", "PT0.1S"), threads, pool);
            engine.inbox().addOwn(List.of("handler0", "handler1", "handler2"));
            Duration least = besideTheJanitor(threads, engine, pool);
            for (int i = 1; i < TRIES && least.compareTo(LONGEST_STALL) >= 0; i++) {
                least = besideTheJanitor(threads, engine, pool);
            }
            engine.stop(Duration.ofSeconds(5));
            assertThat(least).isLessThan(LONGEST_STALL);
        } finally {
            threads.shutdownNow();
        }
    }

    /** Returns the longest stall of a consumer while the janitor prunes. */
    private Duration besideTheJanitor(ExecutorService threads, Engine engine, AgroalDataSource pool) throws Exception {
        sql(
                pool,
                "INSERT INTO oncebox_inbox SELECT 'handler' || n % 3, gen_random_uuid(), CURRENT_TIMESTAMP"
                        + " - INTERVAL '60' DAY + n * INTERVAL '1' MILLISECOND FROM generate_series(1, " + CLAIMS
                        + ") AS n");
        List<Future<Longest>> consumers = new ArrayList<>();
        Duration alone = consume(threads, engine, consumers, () -> Thread.sleep(2000));
        long start = System.nanoTime();
        Duration beside = consume(
                threads,
                engine,
                consumers,
                () -> pollUntil(
                        engine,
                        () -> number(
                                        pool,
                                        "SELECT COUNT(*) FROM (SELECT 1 FROM oncebox_inbox WHERE processedat <"
                                                + " CURRENT_TIMESTAMP - INTERVAL '30' DAY LIMIT 1) AS old")
                                == 0));
        System.out.printf(
                "%d claims pruned in %d s; the longest stall of a consumer was %d ms, without the janitor %d ms%n",
                CLAIMS, (System.nanoTime() - start) / 1_000_000_000, beside.toMillis(), alone.toMillis());
        return beside;
    }

    /** The work that runs beside the consumers. */
    @FunctionalInterface
    private interface Meanwhile {
        void run() throws Exception;
    }

    /** The longest call of a consumer. */
    private record Longest(Duration call, int calls) {}

    private Duration consume(
            ExecutorService threads, Engine engine, List<Future<Longest>> consumers, Meanwhile meanwhile)
            throws Exception {
        over = false;
        consumers.clear();
        for (int i = 0; i < CONSUMERS; i++) {
            consumers.add(threads.submit(() -> consume(engine)));
        }
        meanwhile.run();
        over = true;
        Duration longest = Duration.ZERO;
        for (Future<Longest> consumer : consumers) {
            Longest result = consumer.get(60, TimeUnit.SECONDS);
            assertThat(result.calls()).isPositive();
            longest = result.call().compareTo(longest) > 0 ? result.call() : longest;
        }
        return longest;
    }

    private Longest consume(Engine engine) throws Exception {
        long longest = 0;
        int calls = 0;
        while (!over) {
            long start = System.nanoTime();
            engine.inbox().once("handler1", (Object) UUID.randomUUID().toString(), () -> null);
            longest = Math.max(longest, System.nanoTime() - start);
            calls++;
            Thread.sleep(2);
        }
        return new Longest(Duration.ofNanos(longest), calls);
    }

    private static void pollUntil(Engine engine, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - deadline).as("time that is left").isNegative();
            engine.poll();
            Thread.sleep(200);
        }
    }

    private static void sql(AgroalDataSource pool, String sql) throws Exception {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static int number(AgroalDataSource pool, String sql) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getInt(1);
        } catch (java.sql.SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
