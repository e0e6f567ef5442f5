// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.EventState;
import io.onceward.fixture.DatabaseServer;
import io.onceward.fixture.PostgreSqlServer;
import io.onceward.jdbc.dialect.Dialect;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** PostgreSQL keeps the plan of a prepared statement. One that was made while the table was empty must not read all rows later. */
class RemovalOfOneRowTest {

    private static final int ROWS = 5000;

    private final QueueTables inbox = QueueTables.inbox(new Tables("", "onceward_"));

    @Test
    void onPostgreSql() throws Exception {
        assertFewRowsAreRead(PostgreSqlServer.newest());
    }

    @Test
    void onOldPostgreSql() throws Exception {
        assertFewRowsAreRead(PostgreSqlServer.oldest());
    }

    private void assertFewRowsAreRead(DatabaseServer started) throws Exception {
        try (DatabaseServer server = started;
                Connection connection =
                        DriverManager.getConnection(server.createDatabase(), server.user(), server.password())) {
            RowsByState pending = pendingOfAnEmptyTable(connection);
            for (int time = 0; time < 20; time++) { // the driver prepares a statement, and the database keeps its plan
                assertThat(pending.remove(rows(1))).isZero();
                assertThat(pending.remove(rows(1, 2))).isZero();
            }
            execute(
                    connection,
                    "INSERT INTO onceward_inbox_message (id, aggregatetype, type, payload, contenttype, handler, slot)"
                            + " SELECT 'id ' || n, 'orders', 'x', '', 'x', 'billing', 0 FROM generate_series(1, " + ROWS
                            + ") AS n");
            connection.commit();

            assertThat(pending.remove(rows(ROWS / 2))).isOne();
            assertThat(pending.remove(rows(1, ROWS))).isEqualTo(2);
            assertThat(number(
                            connection,
                            "SELECT seq_tup_read FROM pg_stat_xact_user_tables"
                                    + " WHERE relname = 'onceward_inbox_message'"))
                    .as("rows that were read one after the other")
                    .isZero();
            assertThat(number(connection, "SELECT COUNT(*) FROM onceward_inbox_message"))
                    .isEqualTo(ROWS - 3);
            assertThat(text(connection, "SHOW enable_seqscan")).isEqualTo("on");
        }
    }

    /** A statement with lists of positions and ids would be planned each time, which costs more than the removal. */
    @Test
    void planForOneRowIsKept() throws Exception {
        try (DatabaseServer server = PostgreSqlServer.newest();
                Connection connection =
                        DriverManager.getConnection(server.createDatabase(), server.user(), server.password())) {
            RowsByState pending = pendingOfAnEmptyTable(connection);
            for (int time = 0; time < 30; time++) {
                pending.remove(rows(1));
            }
            String plans = " FROM pg_prepared_statements WHERE statement LIKE 'DELETE%'";
            assertThat(number(connection, "SELECT SUM(generic_plans)" + plans)).isGreaterThan(10);
            assertThat(number(connection, "SELECT SUM(custom_plans)" + plans)).isLessThan(10);
        }
    }

    private RowsByState pendingOfAnEmptyTable(Connection connection) throws Exception {
        Dialect dialect = dialect(connection);
        try (InputStream ddl = Dialect.class.getClassLoader().getResourceAsStream(dialect.ddl())) {
            execute(connection, new String(ddl.readAllBytes(), StandardCharsets.UTF_8));
        }
        execute(connection, "VACUUM ANALYZE onceward_inbox_message");
        connection.setAutoCommit(false);
        return new RowsByState(connection, dialect, inbox, "billing", EventState.PENDING);
    }

    private static TreeMap<Long, String> rows(long... positions) {
        TreeMap<Long, String> rows = new TreeMap<>();
        for (long seq : positions) {
            rows.put(seq, "id " + seq);
        }
        return rows;
    }

    private static Dialect dialect(Connection connection) throws SQLException {
        String version = connection.getMetaData().getDatabaseProductVersion();
        return Dialect.ALL.stream()
                .filter(each -> each.supports("PostgreSQL", version))
                .findFirst()
                .orElseThrow();
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static long number(Connection connection, String query) throws SQLException {
        return Long.parseLong(text(connection, query));
    }

    private static String text(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }
}
