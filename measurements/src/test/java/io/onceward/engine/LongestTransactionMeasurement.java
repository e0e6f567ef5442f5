// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.Await;
import io.onceward.fixture.DatabaseServer;
import io.onceward.fixture.PostgreSqlServer;
import io.onceward.fixture.Sql;
import io.onceward.measure.Figures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The age of the oldest transaction of a relay, as PostgreSQL shows it, while one connection to a broker hangs and events of
 * another one are published.
 */
class LongestTransactionMeasurement {

    private static final Duration HANG = Duration.ofSeconds(4);
    private static final Duration INTERVAL = Duration.ofMillis(10);

    /** No transaction of any hang is older. */
    private static final Duration GOAL = Duration.ofMillis(100);

    /** The hangs. */
    private static final int ROUNDS = Integer.getInteger("isolation.rounds", 15);

    private static final String AGE_IN_MILLIS =
            "SELECT COALESCE(MAX(EXTRACT(EPOCH FROM clock_timestamp() - xact_start)), 0) * 1000"
                    + " FROM pg_stat_activity WHERE application_name = 'relay'";

    private static final Jta JTA = new Jta();

    private final AtomicInteger published = new AtomicInteger();
    private final TroubledPublisher publisher = new TroubledPublisher(event -> published.incrementAndGet());
    private final Nodes nodes = new Nodes(JTA, publisher);
    private DatabaseServer server;
    private AgroalDataSource pool;
    private AgroalDataSource others;
    private Polled relay;
    private Engine producer;

    @BeforeEach
    void open() {
        server = PostgreSqlServer.newest();
        String url = server.createDatabase();
        pool = pool(url, "relay");
        others = pool(url, "others");
        relay = new Polled(
                nodes,
                Map.of("onceward.schema", "create", "mp.messaging.outgoing.far-away.destination", "far"),
                pool,
                INTERVAL);
        producer = nodes.open(
                Map.of("onceward.relay.enabled", "false", "mp.messaging.outgoing.far-away.destination", "far"),
                Runnable::run,
                others);
    }

    private AgroalDataSource pool(String url, String application) {
        return JTA.pool(
                url + "&ApplicationName=" + application,
                server.user(),
                server.password(),
                TransactionIsolation.READ_COMMITTED);
    }

    @AfterEach
    void close() {
        publisher.hangs.countDown();
        relay.close();
        producer.stop(Duration.ofSeconds(5));
        pool.close();
        others.close();
        server.close();
    }

    @Test
    void transactionOfTheRelayDoesNotLastAsLongAsABrokerHangs() throws Exception {
        List<Double> longest = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            longest.add(longestDuringAHang());
        }
        System.out.printf(
                Locale.ROOT,
                "Oldest transaction of the relay while a broker hangs for %d s: %s ms in %d hangs; goal %d ms%n",
                HANG.toSeconds(),
                Figures.spread(longest),
                ROUNDS,
                GOAL.toMillis());
        assertThat(longest).allMatch(millis -> millis <= GOAL.toMillis());
    }

    private double longestDuringAHang() throws Exception {
        publisher.hangs = new CountDownLatch(1);
        int before = publisher.hung.get();
        record("far-away");
        Await.until("a call that hangs", () -> publisher.hung.get() > before);
        int publishedBefore = published.get();
        double longest = 0;
        int recorded = 0;
        long end = System.nanoTime() + HANG.toNanos();
        for (long next = System.nanoTime(); next - end < 0; next += INTERVAL.toNanos()) {
            record(recorded++ % 10 == 0 ? "far-away" : "orders");
            longest = Math.max(longest, Double.parseDouble(Sql.text(others::getConnection, AGE_IN_MILLIS)));
            LockSupport.parkNanos(next + INTERVAL.toNanos() - System.nanoTime());
        }
        assertThat(publisher.hangs.getCount()).as("calls that hang").isPositive();
        assertThat(published.get()).as("events of the other connection").isGreaterThan(publishedBefore);
        publisher.hangs.countDown();
        Await.until("an empty outbox", () -> Sql.text(others::getConnection, "SELECT COUNT(*) FROM onceward_outbox")
                .equals("0"));
        return longest;
    }

    private void record(String channel) throws Exception {
        JTA.inTransaction(() -> producer.recording(channel).record("x", OutboxMetadata.none()));
    }
}
