// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.fixture.Await;
import io.onceward.fixture.PostgreSqlServer;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Consumers continue while the janitor prunes claims. {@code -Djanitor.claims=10000000} prunes more claims; the output
 * has the measured times.
 */
class ClaimJanitorTest {

    private static final int CLAIMS = Integer.getInteger("janitor.claims", 5_000);
    private static final int CONSUMERS = 4;

    /** The calls of each consumer in the middle of the janitor's transaction, and before the janitor runs. */
    private static final int CALLS = 20;

    /** The maximum time of a janitor's run. */
    private static final Duration PATIENCE = Duration.ofSeconds(120 + CLAIMS / 1000);

    private static final Jta JTA = new Jta();

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Consumer> consumers =
            Stream.generate(Consumer::new).limit(CONSUMERS).toList();
    private final AtomicBoolean deleted = new AtomicBoolean();

    /** Completes when each consumer has made its calls while the janitor's transaction had deleted claims. */
    private final CompletableFuture<Void> besideTheDeletion = new CompletableFuture<>();

    private volatile boolean over;

    @AfterEach
    void stop() {
        over = true;
        threads.shutdownNow();
    }

    @Test
    void consumersDoNotWaitForTheJanitor() throws Exception {
        try (PostgreSqlServer server = PostgreSqlServer.newest();
                AgroalDataSource pool = JTA.pool(
                        server.createDatabase(),
                        server.user(),
                        server.password(),
                        TransactionIsolation.READ_COMMITTED)) {
            Nodes nodes = new Nodes(JTA, new MemoryPublisher());
            Engine engine = nodes.open(
                    Map.of("onceward.schema", "create", "onceward.inbox.janitor-interval", "PT0.1S"),
                    threads,
                    afterDeletion(pool));
            engine.inbox().addOwn(List.of("handler0", "handler1", "handler2"));
            sql(
                    pool,
                    "INSERT INTO onceward_inbox SELECT 'handler' || n % 3, gen_random_uuid(), CURRENT_TIMESTAMP"
                            + " - INTERVAL '60' DAY + n * INTERVAL '1' MILLISECOND FROM generate_series(1, " + CLAIMS
                            + ") AS n");
            List<Future<?>> running = consumers.stream()
                    .<Future<?>>map(consumer -> threads.submit(() -> consumer.consume(engine)))
                    .toList();
            awaitFurtherCalls();
            Duration alone = longest();
            long start = System.nanoTime();
            pollUntil(
                    engine,
                    () -> number(
                                    pool,
                                    "SELECT COUNT(*) FROM (SELECT 1 FROM onceward_inbox WHERE processedat <"
                                            + " CURRENT_TIMESTAMP - INTERVAL '30' DAY LIMIT 1) AS old")
                            == 0);
            System.out.printf(
                    "%d claims pruned in %d s; the longest stall of a consumer was %d ms, without the janitor %d ms%n",
                    CLAIMS,
                    (System.nanoTime() - start) / 1_000_000_000,
                    longest().toMillis(),
                    alone.toMillis());
            over = true;
            for (Future<?> consumer : running) {
                consumer.get(60, TimeUnit.SECONDS);
            }
            engine.stop(Duration.ofSeconds(5));
            assertThat(besideTheDeletion).isCompleted();
        }
    }

    /** Keeps the first transaction of the janitor open after its deletion, until the consumers have made their calls. */
    private DataSource afterDeletion(DataSource dataSource) {
        return ProxyDataSourceBuilder.create(dataSource)
                .afterQuery((execution, queries) -> {
                    if (SqlText.of(queries.get(0)).startsWith("DELETE FROM onceward_inbox ")
                            && deleted.compareAndSet(false, true)) {
                        try {
                            awaitFurtherCalls();
                            assertThat(JTA.manager.getStatus())
                                    .as("status of the transaction, whose time-out would release its locks")
                                    .isEqualTo(Status.STATUS_ACTIVE);
                            besideTheDeletion.complete(null);
                        } catch (InterruptedException | SystemException | AssertionError e) {
                            besideTheDeletion.completeExceptionally(e);
                        }
                    }
                })
                .build();
    }

    private void awaitFurtherCalls() throws InterruptedException {
        Map<Consumer, Integer> before =
                consumers.stream().collect(Collectors.toMap(Function.identity(), consumer -> consumer.calls.get()));
        Await.until(CALLS + " calls of each consumer", () -> consumers.stream()
                .allMatch(consumer -> consumer.calls.get() >= before.get(consumer) + CALLS));
    }

    /** Returns the longest call of a consumer since the last look. */
    private Duration longest() {
        return Duration.ofNanos(consumers.stream()
                .mapToLong(consumer -> consumer.longest.getAndSet(0))
                .max()
                .orElseThrow());
    }

    /** A consumer that receives each message for the first time. */
    private final class Consumer {

        private final AtomicLong longest = new AtomicLong();
        private final AtomicInteger calls = new AtomicInteger();

        private Void consume(Engine engine) throws Exception {
            while (!over) {
                long start = System.nanoTime();
                engine.inbox().once("handler1", (Object) UUID.randomUUID().toString(), () -> null);
                longest.accumulateAndGet(System.nanoTime() - start, Math::max);
                calls.incrementAndGet();
                Thread.sleep(2);
            }
            return null;
        }
    }

    private static void pollUntil(Engine engine, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - deadline).as("time that is left").isNegative();
            engine.poll();
            Thread.sleep(20);
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
