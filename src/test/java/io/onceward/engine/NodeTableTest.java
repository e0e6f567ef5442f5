// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.Await;
import io.onceward.fixture.DatabaseServer;
import io.onceward.fixture.LogLines;
import io.onceward.fixture.PostgreSqlServer;
import io.onceward.fixture.Sql;
import io.onceward.queue.store.LeaseStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nodes lose no event and keep the order of a key when the table of nodes contains what they did not write. */
class NodeTableTest {

    private static final Duration POLLING = Duration.ofMillis(100);
    private static final Jta JTA = new Jta();

    private static DatabaseServer server;

    private final MemoryPublisher publisher = new MemoryPublisher();
    private final List<String> recorded = new ArrayList<>();
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
        pool = JTA.pool(server.createDatabase(), server.user(), server.password(), TransactionIsolation.READ_COMMITTED);
    }

    @AfterEach
    void close() {
        pool.close();
    }

    private Polled node(String name) {
        Map<String, String> configuration = new HashMap<>(Map.of("onceward.schema", "create"));
        if (name != null) {
            configuration.put("onceward.node", name);
        }
        return new Polled(new Nodes(JTA, publisher), configuration, pool, POLLING);
    }

    /** Records events of one key on the nodes in turns until a condition holds, and then some more. */
    private void recordUntil(String what, BooleanSupplier condition, Polled... nodes) throws InterruptedException {
        Await.until(what, () -> {
            recordOnEach(nodes);
            return condition.getAsBoolean();
        });
        recordOnEach(nodes);
        Await.until("all events", () -> publisher.ids().containsAll(recorded));
        assertThat(publisher.ids().stream().distinct().toList()).isEqualTo(recorded);
    }

    private void recordOnEach(Polled... nodes) {
        for (Polled node : nodes) {
            recorded.add(record(node.engine()));
        }
    }

    private static String record(Engine engine) {
        try {
            return JTA.inTransaction(() ->
                    engine.recording("orders").record("x", OutboxMetadata.none().withKey("key")));
        } catch (Exception e) {
            throw new AssertionError("an event was not recorded", e);
        }
    }

    private int leases() {
        return leases("1 = 1");
    }

    private int leases(String condition) {
        return Integer.parseInt(Sql.text(pool::getConnection, "SELECT COUNT(*) FROM onceward_node WHERE " + condition));
    }

    private String leaseOfTheName() {
        return Sql.text(pool::getConnection, "SELECT MAX(leaseuntil) FROM onceward_node WHERE name = 'app'");
    }

    @Test
    void secondNodeOfANameReplacesTheFirstAndBothPublish() throws Exception {
        try (LogLines log = new LogLines();
                Polled first = node("app")) {
            recordUntil("a lease", () -> leases() == 1, first);
            try (Polled second = node("app")) {
                recordUntil(
                        "the first node without its name",
                        () -> log.all().stream().anyMatch(line -> line.startsWith("OWD-1022")) && leases() == 2,
                        first,
                        second);
                Await.until("one row with the name", () -> leases("name = 'app'") == 1);
                String until = leaseOfTheName();
                recordUntil("a renewal of the second node", () -> !until.equals(leaseOfTheName()), first, second);
                assertThat(leases("name = 'app'")).isOne();
                assertThat(log.all())
                        .filteredOn(line -> line.startsWith("OWD-1022"))
                        .hasSize(1);
            }
        }
    }

    @Test
    void leaseThatWasDeletedIsWrittenAgain() throws Exception {
        try (Polled one = node(null);
                Polled other = node(null)) {
            recordUntil("the leases", () -> leases() == 2, one, other);
            Sql.execute(pool::getConnection, "DELETE FROM onceward_node");
            recordUntil("the leases again", () -> leases() == 2, one, other);
        }
    }

    /** After a jump of the clock, each node finds that the lease of the other node is over. */
    @Test
    void leasesThatAreOverAreRenewedAtTheSameTime() throws Exception {
        LeaseStore leases = LaneFixture.database(pool, Map.of()).leases();
        ExecutorService threads = Executors.newFixedThreadPool(2);
        List<Callable<List<LeaseStore.Node>>> renewals = Stream.of("a", "b")
                .map(node -> (Callable<List<LeaseStore.Node>>) () ->
                        JTA.inNew(() -> leases.renew(new LeaseStore.Node(node, null, Set.of()), LaneFixture.LENGTH)))
                .toList();
        try {
            for (int round = 0; round < 50; round++) {
                for (Future<List<LeaseStore.Node>> renewal : threads.invokeAll(renewals)) {
                    renewal.get(); // no deadlock
                }
                Sql.execute(pool::getConnection, "UPDATE onceward_node SET leaseuntil = '2020-01-01 00:00:00'");
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
