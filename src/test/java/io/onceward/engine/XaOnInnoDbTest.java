// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.DatabaseServer;
import io.onceward.fixture.MariaDbServer;
import io.onceward.fixture.MySqlServer;
import io.onceward.fixture.OnlyWithAllServers;
import io.onceward.fixture.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Transactions of an XA datasource. InnoDB itself lets none of them commit after a deadlock, and refuses statements that end one; only a
 * rollback to a savepoint needs the sentinel.
 */
@OnlyWithAllServers
class XaOnInnoDbTest {

    private static final Jta JTA = new Jta();

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @ParameterizedTest
    @ValueSource(strings = {"MariaDB", "MySQL"})
    void transactionIsUndoneOrCompletelyCommitted(String product) throws Exception {
        try (DatabaseServer server =
                        product.equals("MySQL") ? MySqlServer.start("mysql") : MariaDbServer.start("mariadb");
                AgroalDataSource pool = JTA.xaPool(
                        server.createDatabase(),
                        server.user(),
                        server.password(),
                        TransactionIsolation.READ_COMMITTED,
                        product.equals("MySQL")
                                ? com.mysql.cj.jdbc.MysqlXADataSource.class
                                : org.mariadb.jdbc.MariaDbDataSource.class)) {
            Sql.execute(pool::getConnection, "CREATE TABLE business (id INTEGER PRIMARY KEY)");
            MemoryPublisher publisher = new MemoryPublisher();
            Engine engine = new Nodes(JTA, publisher).open(Map.of("onceward.schema", "create"), Runnable::run, pool);
            Deadlock deadlock = new Deadlock(JTA, pool, threads);
            Callable<String> recording = () -> engine.recording("orders").record("billed", OutboxMetadata.none());

            deadlock.prepare();
            assertUndone(pool, () -> engine.inbox().once("billing", "k1", () -> {
                recording.call();
                execute(pool, "INSERT INTO business VALUES (1)");
                deadlock.swallow();
                return null;
            }));
            assertUndone(
                    pool,
                    () -> JTA.inTransaction(() -> {
                        execute(pool, "SAVEPOINT mine");
                        execute(pool, "INSERT INTO business VALUES (1)");
                        recording.call();
                        execute(pool, "ROLLBACK TO SAVEPOINT mine");
                        return null;
                    }));
            assertThat(publisher.published()).isEmpty();
            assertThatThrownBy(() -> JTA.inTransaction(() -> {
                        execute(pool, "INSERT INTO business VALUES (1)");
                        execute(pool, "COMMIT");
                        return null;
                    }))
                    .hasMessageContaining("XAER_RMFAIL");

            engine.inbox().once("billing", "k1", () -> {
                execute(pool, "INSERT INTO business VALUES (1)");
                return recording.call();
            });
            assertThat(count(pool, "business")).isEqualTo("1");
            assertThat(count(pool, "onceward_inbox")).isEqualTo("1");
            assertThat(publisher.published()).hasSize(1);
            engine.stop(Duration.ofSeconds(5));
        } finally {
            threads.shutdownNow();
        }
    }

    private static void assertUndone(AgroalDataSource pool, Callable<?> transaction) {
        assertThatThrownBy(transaction::call).isNotNull();
        assertThat(count(pool, "business")).isEqualTo("0");
        assertThat(count(pool, "onceward_inbox")).isEqualTo("0");
        assertThat(count(pool, "onceward_outbox")).isEqualTo("0");
    }

    private static String count(AgroalDataSource pool, String table) {
        return Sql.text(pool::getConnection, "SELECT COUNT(*) FROM " + table);
    }

    private static void execute(AgroalDataSource pool, String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
