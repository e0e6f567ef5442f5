// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.EventFilter;
import io.onceward.api.EventState;
import io.onceward.fixture.DatabaseServer;
import io.onceward.fixture.PostgreSqlServer;
import io.onceward.jdbc.dialect.Dialect;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Counting and paging the backlog follows an index and stops early: the database sorts nothing, whatever the size of
 * the backlog.
 */
class FiguresByIndexTest {

    private final Tables tables = new Tables("", "onceward_");

    /** H2 reads no index backwards: with the newest first, it sorts all refused events. */
    @Test
    void onH2() throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:")) {
            assertThat(plans(connection, dialect("H2")))
                    .filteredOn(plan -> !plan.contains("DESC"))
                    .hasSize(16)
                    .allSatisfy(plan -> assertThat(plan).contains("index sorted"));
        }
    }

    /** PostgreSQL sorts an empty table instead of using an index, so the test disables sorting. */
    @Test
    void onPostgreSql() throws Exception {
        try (DatabaseServer server = PostgreSqlServer.newest();
                Connection connection =
                        DriverManager.getConnection(server.createDatabase(), server.user(), server.password())) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET enable_sort = off");
            }
            assertThat(plans(connection, dialect("PostgreSQL"))).allSatisfy(plan -> assertThat(plan)
                    .containsPattern("Index (Only )?Scan")
                    .doesNotContain("Sort"));
        }
    }

    private static Dialect dialect(String product) {
        return Dialect.ALL.stream()
                .filter(each -> each.product().equals(product))
                .findFirst()
                .orElseThrow();
    }

    private List<String> plans(Connection connection, Dialect dialect) throws Exception {
        try (Statement statement = connection.createStatement();
                InputStream ddl = Dialect.class.getClassLoader().getResourceAsStream(dialect.ddl())) {
            statement.execute(new String(ddl.readAllBytes(), StandardCharsets.UTF_8));
        }
        List<String> plans = new ArrayList<>();
        for (EventState state : EventState.values()) {
            for (QueueTables queue : List.of(QueueTables.outbox(tables, false), QueueTables.inbox(tables))) {
                Segment segment = new Segment(queue.queueColumn(), "billing", state);
                FilterCondition condition =
                        new FilterCondition(EventFilter.all().withKey("customer"), dialect);
                plans.add(plan(connection, new BacklogRows("", dialect, queue).sql(segment), segment::bind));
                plans.add(plan(
                        connection, new QueueWalk("", dialect, queue).sql(segment, condition), (statement, index) -> {
                            int i = segment.bind(statement, index);
                            statement.setLong(++i, 0);
                            statement.setLong(++i, Long.MAX_VALUE);
                            i = condition.bind(statement, i);
                            statement.setInt(++i, 100);
                            return i;
                        }));
            }
        }
        return plans;
    }

    private interface Values {
        int bind(PreparedStatement statement, int index) throws SQLException;
    }

    private static String plan(Connection connection, String sql, Values values) throws SQLException {
        StringBuilder plan = new StringBuilder();
        try (PreparedStatement statement = connection.prepareStatement("EXPLAIN " + sql)) {
            values.bind(statement, 0);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    plan.append(row.getString(1)).append('\n');
                }
            }
        }
        return plan.toString();
    }
}
