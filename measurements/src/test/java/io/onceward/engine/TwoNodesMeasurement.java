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
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The latency of events that commit on either of two nodes, beside that on one node. */
class TwoNodesMeasurement {

    /** The goal for the ratio of the medians. */
    private static final double GOAL = 1.2;

    /** The absolute difference that the goal allows on top: latencies of a millisecond vary by more than a fifth. */
    private static final double NOISE_IN_MILLIS = 0.5;

    /** The rounds on one node and on two, in turns. */
    private static final int ROUNDS = Integer.getInteger("nodes.rounds", 5);

    private static final Duration POLLING = Duration.ofMillis(500);

    private static final Map<String, String> CONFIGURATION = Map.of("onceward.schema", "create");
    private static final Jta JTA = new Jta();

    private static DatabaseServer server;

    private final Map<String, Long> receipts = new ConcurrentHashMap<>();
    private final Nodes nodes =
            new Nodes(JTA, new TroubledPublisher(event -> receipts.putIfAbsent(event.id(), System.nanoTime())));
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
        pool.close();
    }

    @Test
    void eventOfEitherNodeIsPublishedAboutAsSoonAsOnOne() throws Exception {
        Latencies dense = new Latencies("traffic on both nodes", 100, Duration.ofMillis(10));
        Latencies sparse = new Latencies("two idle nodes", 30, Duration.ofMillis(120));
        try (Polled one = new Polled(nodes, CONFIGURATION, pool, POLLING)) {
            List<Engine> alone = List.of(one.engine());
            round(alone, 60, Duration.ofMillis(10));
            for (int i = 0; i < ROUNDS; i++) {
                dense.alone(alone);
                sparse.alone(alone);
                try (Polled other = new Polled(nodes, CONFIGURATION, pool, POLLING)) {
                    List<Engine> both = List.of(one.engine(), other.engine());
                    awaitThatTheyKnowOfEachOther(both);
                    dense.both(both);
                    sparse.both(both);
                }
            }
        }
        assertThat(List.of(dense.meetGoal(), sparse.meetGoal())).containsOnly(true);
    }

    /** The medians of the rounds with one kind of traffic. */
    private final class Latencies {

        private final String what;
        private final int events;
        private final Duration interval;
        private final List<Double> alone = new ArrayList<>();
        private final List<Double> both = new ArrayList<>();

        private Latencies(String what, int events, Duration interval) {
            this.what = what;
            this.events = events;
            this.interval = interval;
        }

        private void alone(List<Engine> one) throws Exception {
            alone.add(round(one, events, interval));
        }

        private void both(List<Engine> two) throws Exception {
            both.add(round(two, events, interval));
        }

        /** Prints the medians; returns whether they meet the goal. */
        private boolean meetGoal() {
            boolean met = Figures.median(both) <= GOAL * Figures.median(alone) + NOISE_IN_MILLIS;
            System.out.printf(
                    Locale.ROOT,
                    "Two nodes, %s: p50 %s ms beside %s ms on one node in %d rounds; goal %.1f plus %.1f ms, %s%n",
                    what,
                    Figures.spread(both),
                    Figures.spread(alone),
                    ROUNDS,
                    GOAL,
                    NOISE_IN_MILLIS,
                    met ? "met" : "missed");
            return met;
        }
    }

    /** A node gives up idle lanes only if it knows of another node, and knows only of nodes that have served the queue. */
    private void awaitThatTheyKnowOfEachOther(List<Engine> engines) throws Exception {
        Await.until("lanes without an owner", () -> {
            engines.forEach(TwoNodesMeasurement::record);
            LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
            return ownedLanes() == 0;
        });
    }

    /** Commits events on the nodes in turns; returns the median of the times from commit to publication in milliseconds. */
    private double round(List<Engine> engines, int events, Duration interval) throws Exception {
        Map<String, Long> sent = new HashMap<>();
        long next = System.nanoTime();
        for (int i = 0; i < events; i++) {
            sent.put(record(engines.get(i % engines.size())), System.nanoTime());
            next += interval.toNanos();
            LockSupport.parkNanos(next - System.nanoTime());
        }
        Await.until("all events", () -> receipts.keySet().containsAll(sent.keySet()));
        return Figures.median(sent.entrySet().stream()
                .map(each -> (receipts.get(each.getKey()) - each.getValue()) / 1e6)
                .toList());
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
