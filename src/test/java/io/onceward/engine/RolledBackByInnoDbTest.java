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
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Settings by which InnoDB rolls a whole transaction back after a failure that is none at its defaults. */
@OnlyWithAllServers
class RolledBackByInnoDbTest {

    private static final Jta JTA = new Jta();

    private static final String ON_TIMEOUT = "--innodb-rollback-on-timeout=ON";
    private static final String SHORT_WAIT = "--innodb-lock-wait-timeout=1";

    @Test
    void lockWaitTimeoutOnMySql() throws Exception {
        assertSeen(() -> MySqlServer.start("mysql", ON_TIMEOUT, SHORT_WAIT), 1205, false);
    }

    @Test
    void lockWaitTimeoutOnMariaDb() throws Exception {
        assertSeen(() -> MariaDbServer.start("mariadb", ON_TIMEOUT, SHORT_WAIT), 1205, false);
    }

    @Test
    void changedRecordUnderSnapshotIsolationOfMariaDb() throws Exception {
        assertSeen(() -> MariaDbServer.start("mariadb", "--innodb-snapshot-isolation=ON"), 1020, true);
    }

    /** @param commits whether the other transaction commits before the row is locked, or holds its lock */
    private static void assertSeen(Supplier<DatabaseServer> start, int code, boolean commits) throws Exception {
        try (DatabaseServer server = start.get()) {
            assertSeen(server, server.createDatabase(), code, commits);
        }
    }

    private static void assertSeen(DatabaseServer server, String url, int code, boolean commits) throws Exception {
        try (AgroalDataSource pool =
                        JTA.pool(url, server.user(), server.password(), TransactionIsolation.REPEATABLE_READ);
                Connection other = DriverManager.getConnection(url, server.user(), server.password())) {
            MemoryPublisher publisher = new MemoryPublisher();
            Engine engine = new Nodes(JTA, publisher).open(Map.of("onceward.schema", "create"), Runnable::run, pool);
            Sql.execute(pool::getConnection, "CREATE TABLE stock (id INTEGER PRIMARY KEY, amount INTEGER)");
            Sql.execute(pool::getConnection, "INSERT INTO stock VALUES (1, 9)");
            other.setAutoCommit(false);
            assertThatThrownBy(() -> engine.inbox().once("billing", "k1", () -> {
                        engine.recording("orders").record("billed", OutboxMetadata.none());
                        execute(pool, "INSERT INTO stock VALUES (2, 9)");
                        Sql.text(pool::getConnection, "SELECT amount FROM stock WHERE id = 1");
                        try (Statement statement = other.createStatement()) {
                            statement.executeUpdate("UPDATE stock SET amount = 8 WHERE id = 1");
                        }
                        if (commits) {
                            other.commit();
                        }
                        assertThatThrownBy(() -> execute(pool, "UPDATE stock SET amount = 7 WHERE id = 1"))
                                .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                                        .isEqualTo(code));
                        execute(pool, "INSERT INTO stock VALUES (3, 9)");
                        return null;
                    }))
                    .hasMessageStartingWith("OWD-0221");
            other.rollback();
            assertThat(Sql.text(pool::getConnection, "SELECT COUNT(*) FROM stock"))
                    .isEqualTo("1");
            assertThat(Sql.text(pool::getConnection, "SELECT COUNT(*) FROM onceward_inbox"))
                    .isEqualTo("0");
            assertThat(publisher.published()).isEmpty();
            engine.stop(Duration.ofSeconds(5));
        }
    }

    private static void execute(AgroalDataSource pool, String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
