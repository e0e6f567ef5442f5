// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.Await;
import io.onceward.fixture.GaleraCluster;
import io.onceward.fixture.Sql;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Another node of Galera changes a row that a transaction has changed, too. Whether the application sees the refusal or a library
 * hides it, claim, effects and events are all there or none of them is.
 */
@Tag("only-in-full")
class RefusedByGaleraTest {

    private static final Jta JTA = new Jta();
    private static final int DEADLOCK = 1213;

    private static GaleraCluster cluster;
    private static AgroalDataSource pool;
    private static MemoryPublisher publisher;
    private static Engine engine;

    private interface Library {
        void call(Connection connection) throws SQLException;
    }

    @BeforeAll
    static void start() throws Exception {
        cluster = GaleraCluster.start();
        pool = JTA.pool(cluster.url(0), "root", "", TransactionIsolation.READ_COMMITTED);
        publisher = new MemoryPublisher();
        engine = new Nodes(JTA, publisher).open(Map.of("onceward.schema", "create"), Runnable::run, pool);
        Sql.execute(pool::getConnection, "CREATE TABLE stock (id INTEGER PRIMARY KEY, amount INTEGER)");
        Sql.execute(pool::getConnection, "INSERT INTO stock VALUES (1, 0)");
        Sql.execute(pool::getConnection, "CREATE TABLE business (token VARCHAR(99) PRIMARY KEY)");
    }

    @AfterAll
    static void stop() {
        if (engine != null) {
            engine.stop(Duration.ofSeconds(5));
        }
        if (pool != null) {
            pool.close();
        }
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void refusalThatAValidationHidesUndoesTheMessage() throws Exception {
        assertComesAgain("validated", RefusedByGaleraTest::validate);
    }

    @Test
    void refusalThatAFailedStatementHidesUndoesTheMessage() throws Exception {
        assertComesAgain("failed", RefusedByGaleraTest::readDespiteFailure);
    }

    @Test
    void refusalThatAValidationHidesUndoesTheEvent() {
        assertUndone("event", () -> JTA.inTransaction(work("event", RefusedByGaleraTest::validate)));
    }

    private static void validate(Connection connection) throws SQLException {
        assertThat(connection.isValid(5)).as("the answer that nobody reads").isFalse();
    }

    private static void readDespiteFailure(Connection connection) {
        assertThatThrownBy(() -> execute(connection, "SELECT COUNT(*) FROM stock"))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(DEADLOCK));
    }

    private static void assertComesAgain(String name, Library library) throws Exception {
        assertUndone(name, () -> engine.inbox().once("billing", name, work(name, library)));
        engine.inbox().once("billing", name, () -> {
            insert(name + " before");
            engine.recording("orders").record(name, OutboxMetadata.none());
            return null;
        });
        assertThat(there(name)).isEqualTo("1 rows, 1 claims, 1 events");
    }

    private static void assertUndone(String name, Callable<?> transaction) {
        assertThatThrownBy(transaction::call).hasStackTraceContaining("OWD-0221");
        assertThat(there(name)).isEqualTo("0 rows, 0 claims, 0 events");
    }

    /** Writes, loses against the other node while it uses no connection, and writes again after a library has used one. */
    private static Callable<Void> work(String name, Library library) {
        return () -> {
            insert(name + " before");
            engine.recording("orders").record(name, OutboxMetadata.none());
            changeOnBothNodes();
            try (Connection connection = pool.getConnection()) {
                library.call(connection);
            }
            insert(name + " after");
            return null;
        };
    }

    /** What the other node has committed is there as soon as this node has rolled back its own transaction. */
    private static void changeOnBothNodes() throws Exception {
        update();
        Sql.execute(RefusedByGaleraTest::otherNode, "UPDATE stock SET amount = amount + 1 WHERE id = 1");
        String changed = amount(RefusedByGaleraTest::otherNode);
        Await.until("the change of the other node", () -> amount(RefusedByGaleraTest::node)
                .equals(changed));
    }

    private static void update() throws SQLException {
        try (Connection connection = pool.getConnection()) {
            execute(connection, "UPDATE stock SET amount = -1 WHERE id = 1");
        }
    }

    private static String amount(Sql.Connector connector) {
        return Sql.text(connector, "SELECT amount FROM stock WHERE id = 1");
    }

    /** The node holds back what the other one has committed, and the commit, and then takes them in their order. */
    @Test
    void refusedCommitUndoesTheMessage() throws Exception {
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try (Connection lock = node()) {
            assertThatThrownBy(() -> engine.inbox().once("billing", "commit", () -> {
                        insert("commit");
                        update();
                        execute(lock, "FLUSH TABLES WITH READ LOCK");
                        Sql.execute(RefusedByGaleraTest::otherNode, "UPDATE stock SET amount = 7 WHERE id = 1");
                        threads.execute(() -> unlockAfterACommit(lock));
                        return null;
                    }))
                    .hasStackTraceContaining("Deadlock found");
        } finally {
            threads.shutdownNow();
        }
        assertThat(there("commit")).isEqualTo("0 rows, 0 claims, 0 events");
    }

    private static void unlockAfterACommit(Connection lock) {
        try {
            Await.until("a commit", () -> commits().equals("1"));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            Sql.execute(() -> lock, "UNLOCK TABLES");
        }
    }

    private static String commits() {
        return Sql.text(
                RefusedByGaleraTest::node, "SELECT COUNT(*) FROM information_schema.processlist WHERE info = 'COMMIT'");
    }

    /** Returns what is left of a transaction. */
    private static String there(String name) {
        String rows =
                Sql.text(RefusedByGaleraTest::node, "SELECT COUNT(*) FROM business WHERE token LIKE '" + name + "%'");
        String claims = Sql.text(
                RefusedByGaleraTest::node, "SELECT COUNT(*) FROM onceward_inbox WHERE messageid = '" + name + "'");
        engine.poll();
        long events = publisher.published().stream()
                .filter(event -> new String(event.payload(), StandardCharsets.UTF_8).contains(name))
                .count();
        return "%s rows, %s claims, %d events".formatted(rows, claims, events);
    }

    private static void insert(String token) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            execute(connection, "INSERT INTO business VALUES ('" + token + "')");
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static Connection node() throws SQLException {
        return DriverManager.getConnection(cluster.url(0), "root", "");
    }

    /** A connection whose statements wait until its node has what the other one has committed. */
    private static Connection otherNode() throws SQLException {
        return DriverManager.getConnection(cluster.url(1) + "?sessionVariables=wsrep_sync_wait=15", "root", "");
    }
}
