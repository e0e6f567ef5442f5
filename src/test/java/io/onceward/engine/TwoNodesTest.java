// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.Await;
import io.onceward.fixture.DatabaseServer;
import io.onceward.fixture.PostgreSqlServer;
import io.onceward.fixture.Sql;
import io.onceward.queue.relay.NodeLease;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An event that commits on either of two nodes is published without a poll. */
class TwoNodesTest {

    /** No poll comes in time: an event that no node is woken for is not published. */
    private static final Duration RARELY = Duration.ofHours(1);

    private static final Map<String, String> CONFIGURATION = Map.of("onceward.schema", "create");
    private static final Jta JTA = new Jta();

    private static DatabaseServer server;

    private final Set<String> published = ConcurrentHashMap.newKeySet();
    private final Nodes nodes = new Nodes(JTA, new TroubledPublisher(event -> published.add(event.id())));
    private final ScheduledExecutorService later = Executors.newSingleThreadScheduledExecutor();
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
                settings -> settings.maxSize(20));
    }

    @AfterEach
    void close() {
        later.shutdownNow();
        pool.close();
    }

    @Test
    void eventsOfBothNodesArePublishedWithoutAPoll() throws Exception {
        try (Polled one = new Polled(nodes, CONFIGURATION, pool, RARELY);
                Polled other = new Polled(nodes, CONFIGURATION, pool, RARELY)) {
            List<Engine> both = List.of(one.engine(), other.engine());
            awaitThatTheyKnowOfEachOther(both);
            round(both, 100, Duration.ofMillis(10));
            round(both, 10, Duration.ofMillis(120));
        }
    }

    /** Both nodes begin their leases at the same time, and only a second after their first events: neither sees the other one. */
    @Test
    void nodesThatBeginTogetherKnowOfEachOtherAfterTheyHaveRenewedTheirLeases() throws Exception {
        nodes.open(CONFIGURATION, Runnable::run, pool).stop(Duration.ZERO); // creates the tables
        try (Connection lock = pool.getConnection()) {
            lock.setAutoCommit(false);
            try (Statement statement = lock.createStatement()) {
                statement.execute("LOCK TABLE onceward_node IN EXCLUSIVE MODE"); // leases are read, but not written
            }
            try (Polled one = new Polled(nodes, CONFIGURATION, pool, RARELY);
                    Polled other = new Polled(nodes, CONFIGURATION, pool, RARELY)) {
                Await.until("leases that are about to begin", () -> waitingLeases() == 2);
                Future<?> unlock = later.schedule(
                        () -> {
                            lock.rollback();
                            return null;
                        },
                        1,
                        TimeUnit.SECONDS);
                awaitThatTheyKnowOfEachOther(List.of(one.engine(), other.engine()));
                unlock.get();
                round(List.of(one.engine(), other.engine()), 10, Duration.ofMillis(10));
                round(List.of(other.engine(), one.engine()), 10, Duration.ofMillis(10));
            }
        }
    }

    private int waitingLeases() {
        return Integer.parseInt(Sql.text(
                pool::getConnection,
                "SELECT COUNT(*) FROM pg_locks WHERE NOT granted AND relation = CAST('onceward_node' AS regclass)"));
    }

    /**
     * A node looks for the events of others, and gives up idle lanes, only if it knows of another node. It knows of those that served the
     * queue when it renewed its lease last. That no lane has an owner does not show this: only one node may know of the other one, and
     * before the first lease begins no lane has an owner either.
     */
    private void awaitThatTheyKnowOfEachOther(List<Engine> engines) throws Exception {
        Await.until("nodes that know of each other, and lanes without an owner", () -> {
            engines.forEach(TwoNodesTest::record);
            LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
            return engines.stream().allMatch(engine -> others(engine) == 1) && ownedLanes() == 0;
        });
    }

    /** Returns how many other nodes a node knows of. */
    private static int others(Engine engine) {
        String datasource = engine.parts.config.datasource();
        return engine.parts.databases.node(datasource).lease().others("outbox:orders");
    }

    /** Commits events on the nodes in turns, and waits until all are published. */
    private void round(List<Engine> engines, int events, Duration interval) throws Exception {
        Set<String> sent = new HashSet<>();
        long next = System.nanoTime();
        boolean stoodStill = false;
        for (int i = 0; i < events; i++) {
            sent.add(record(engines.get(i % engines.size())));
            next += interval.toNanos();
            LockSupport.parkNanos(next - System.nanoTime());
            stoodStill |= System.nanoTime() - next > NodeLease.LENGTH.toNanos() / 2;
        }
        if (stoodStill) { // the leases may have ended, and the nodes no longer know of each other
            engines.forEach(Engine::poll);
        }
        Await.until("all events", () -> published.containsAll(sent));
    }

    private static String record(Engine engine) {
        try {
            return JTA.inTransaction(() -> engine.recording("orders").record("x", OutboxMetadata.none()));
        } catch (Exception e) {
            throw new AssertionError("an event was not recorded", e);
        }
    }

    private int ownedLanes() {
        return Integer.parseInt(
                Sql.text(pool::getConnection, "SELECT COUNT(*) FROM onceward_lane WHERE owner IS NOT NULL"));
    }
}
