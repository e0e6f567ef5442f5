// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.jdbc.dialect.Dialect;
import io.onceward.queue.store.LeftOut;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A read takes no more rows than its batch, whatever the size of the backlog. Without a hint, H2 reads all rows. */
class ReadByIndexTest {

    private final Tables tables = new Tables("", "onceward_");
    private Connection connection;
    private Dialect dialect;

    @BeforeEach
    void createTables() throws SQLException, IOException {
        connection = DriverManager.getConnection("jdbc:h2:mem:");
        dialect = Dialect.ALL.stream()
                .filter(each -> each.product().equals("H2"))
                .findFirst()
                .orElseThrow();
        try (Statement statement = connection.createStatement();
                InputStream ddl = Dialect.class.getClassLoader().getResourceAsStream(dialect.ddl())) {
            statement.execute(new String(ddl.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    @Test
    void outboxIsReadByIndex() throws SQLException {
        assertReadByIndex(QueueTables.outbox(tables, false));
    }

    @Test
    void storedInboxIsReadByIndex() throws SQLException {
        assertReadByIndex(QueueTables.inbox(tables));
    }

    @Test
    void removedRowsAreFoundByPosition() throws SQLException {
        NavigableMap<Long, String> rows = new TreeMap<>();
        LongStream.range(0, 500).forEach(seq -> rows.put(seq, "id " + seq));
        try (PreparedStatement statement =
                connection.prepareStatement("EXPLAIN " + dialect.delete(tables.outbox(), "aggregatetype", 500))) {
            dialect.bindRows(statement, "orders", "PENDING", rows);
            try (ResultSet plan = statement.executeQuery()) {
                plan.next();
                assertThat(plan.getString(1)).contains("PRIMARY_KEY");
            }
        }
    }

    private void assertReadByIndex(QueueTables queue) throws SQLException {
        EventSelect events = new EventSelect(dialect, queue, "billing");
        LaneCondition all = LaneCondition.all(dialect);
        LaneCondition some = LaneCondition.of(dialect, 64, List.of(1, 2, 3));
        String state = queue.rows().toUpperCase(Locale.ROOT) + "_STATE";
        String time = queue.rows().toUpperCase(Locale.ROOT) + "_AVAILABLEAT";
        for (LaneCondition lanes : List.of(all, some)) {
            assertThat(plan(events.pending(lanes, 7, 500, new LeftOut(List.of(), List.of(), List.of(9L, 11L)))))
                    .contains(state, "index sorted");
            assertThat(plan(events.due(lanes, 500, new LeftOut(List.of("jms:queue:x"), List.of("k"), List.of(9L)))))
                    .contains(time);
        }
        HeldRows held = new HeldRows(dialect, queue, "billing");
        assertThat(plan(held.first(List.of(new HeldRows.Key("k", 7), new HeldRows.Key("l", 8)), Set.of("PARKED"))))
                .contains(queue.rows().toUpperCase(Locale.ROOT) + "_HELD", "index sorted");
        assertThat(plan(new JdbcQueues("", null, dialect, queue).look(List.of("a", "b"))))
                .contains(state, time)
                .containsPattern("(?s)(index sorted.*){3}")
                .doesNotContain(queue.rows().toUpperCase(Locale.ROOT) + ".tableScan");
    }

    private String plan(Query<?> query) throws SQLException {
        return new Query<>("EXPLAIN " + query.sql(), query.parameters(), plan -> {
                    plan.next();
                    return plan.getString(1);
                })
                .run(connection);
    }
}
