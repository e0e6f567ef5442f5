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
import io.onceward.fixture.TestPublisher;
import io.onceward.queue.relay.NodeLease;
import io.onceward.spi.OutboxEvent;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** An event that commits on either of two nodes is published at once. */
class TwoNodesTest {

    /** The bound for the ratio of the medians. */
    private static final double RATIO = 1.2;

    /** The absolute difference that the bound allows on top: latencies of a millisecond vary by more than a fifth. */
    private static final double NOISE_IN_MILLIS = 0.5;

    /** The number of comparisons: what else the machine does may spoil one of them, a mistake spoils all. */
    private static final int COMPARISONS = 3;

    private static final Duration POLLING = Duration.ofMillis(500);

    /** No poll comes in time: an event that no node is woken for is not published. */
    private static final Duration RARELY = Duration.ofHours(1);

    private static final Map<String, String> CONFIGURATION = Map.of("onceward.schema", "create");
    private static final Jta JTA = new Jta();

    private static DatabaseServer server;

    private final Receipts receipts = new Receipts();
    private final Nodes nodes = new Nodes(JTA, receipts);
    private AgroalDataSource pool;

    /** Notes when events are published. */
    private static final class Receipts extends TestPublisher {

        private final Map<String, Long> times = new ConcurrentHashMap<>();

        @Override
        public String connection(String destination) {
            return "here";
        }

        @Override
        protected void publish(OutboxEvent event) {
            times.putIfAbsent(event.id(), System.nanoTime());
        }
    }

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
    void eventsOfBothNodesArePublishedWithoutAPoll() throws Exception {
        try (Polled one = new Polled(nodes, CONFIGURATION, pool, RARELY);
                Polled other = new Polled(nodes, CONFIGURATION, pool, RARELY)) {
            List<Engine> both = List.of(one.engine(), other.engine());
            awaitThatTheyKnowOfEachOther(both);
            round(both, 100, Duration.ofMillis(10));
            round(both, 10, Duration.ofMillis(120));
        }
    }

    /** Compares latencies, so it means something on a quiet machine only. */
    @Test
    @EnabledIfSystemProperty(
            named = "latency.nodes",
            matches = "true",
            disabledReason = "latencies are compared with -Dlatency.nodes=true, on a quiet machine")
    void eventOfEitherNodeIsPublishedAsSoonAsOnOne() throws Exception {
        try (Polled one = new Polled(nodes, CONFIGURATION, pool, POLLING)) {
            round(List.of(one.engine()), 60, Duration.ofMillis(10));
            List<String> slower = slower(one.engine());
            for (int i = 1; i < COMPARISONS && !slower.isEmpty(); i++) {
                slower = slower(one.engine());
            }
            assertThat(slower).as("slower than on one node").isEmpty();
        }
    }

    /** Returns which traffic was slower on two nodes than on one. */
    private List<String> slower(Engine one) throws Exception {
        List<Engine> alone = List.of(one);
        double dense = round(alone, 100, Duration.ofMillis(10));
        double sparse = round(alone, 30, Duration.ofMillis(120));
        try (Polled other = new Polled(nodes, CONFIGURATION, pool, POLLING)) {
            List<Engine> both = List.of(one, other.engine());
            awaitThatTheyKnowOfEachOther(both);
            return Stream.of(
                            compare("traffic on both nodes", round(both, 100, Duration.ofMillis(10)), dense),
                            compare("two idle nodes", round(both, 30, Duration.ofMillis(120)), sparse))
                    .flatMap(Optional::stream)
                    .toList();
        }
    }

    /** A node gives up idle lanes only if it knows of another node, and knows only of nodes that have served the queue. */
    private void awaitThatTheyKnowOfEachOther(List<Engine> engines) throws Exception {
        Await.until("lanes without an owner", () -> {
            engines.forEach(TwoNodesTest::record);
            LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
            return ownedLanes() == 0;
        });
    }

    private static Optional<String> compare(String what, double both, double alone) {
        String figures = String.format(Locale.ROOT, "%s: p50 %.2f ms beside %.2f ms on one node", what, both, alone);
        System.out.println("Two nodes: " + figures);
        return both <= RATIO * alone + NOISE_IN_MILLIS ? Optional.empty() : Optional.of(figures);
    }

    /** Commits events on the nodes in turns; returns the median of the times from commit to publication in milliseconds. */
    private double round(List<Engine> engines, int events, Duration interval) throws Exception {
        Map<String, Long> sent = new HashMap<>();
        long next = System.nanoTime();
        boolean stoodStill = false;
        for (int i = 0; i < events; i++) {
            sent.put(record(engines.get(i % engines.size())), System.nanoTime());
            next += interval.toNanos();
            LockSupport.parkNanos(next - System.nanoTime());
            stoodStill |= System.nanoTime() - next > NodeLease.LENGTH.toNanos() / 2;
        }
        if (stoodStill) { // the leases may have ended, and the nodes no longer know of each other
            engines.forEach(Engine::poll);
        }
        Await.until("all events", () -> receipts.times.keySet().containsAll(sent.keySet()));
        List<Double> millis = sent.entrySet().stream()
                .map(each -> (receipts.times.get(each.getKey()) - each.getValue()) / 1e6)
                .sorted()
                .toList();
        return millis.get(millis.size() / 2);
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
