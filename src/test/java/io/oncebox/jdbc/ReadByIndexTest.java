// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncebox.jdbc.dialect.Dialect;
import io.oncebox.queue.Exclusions;
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
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A cycle reads no more rows than its batch, whatever the size of the backlog. Without a hint, H2 reads all rows. */
class ReadByIndexTest {

    private static final Exclusions NONE = new Exclusions(List.of(), List.of());

    private final Tables tables = new Tables("", "oncebox_");
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
        assertReadByIndex(tables.outboxQueue(), Set.of());
    }

    @Test
    void storedInboxIsReadByIndex() throws SQLException {
        assertReadByIndex(tables.inboxQueue("billing"), Set.of("handler:billing"));
    }

    @Test
    void removedRowsAreFoundByPosition() throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("EXPLAIN " + dialect.delete(tables.outbox(), 500))) {
            dialect.bindRows(
                    statement, "PENDING", LongStream.range(0, 500).boxed().toList());
            try (ResultSet plan = statement.executeQuery()) {
                plan.next();
                assertThat(plan.getString(1)).contains("PRIMARY_KEY");
            }
        }
    }

    private void assertReadByIndex(QueueTables queue, Set<String> queues) throws SQLException {
        EventSelect events = new EventSelect(dialect, new LaneRows(dialect, queue), queue, queues);
        String sql = events.sql("state = 'PENDING'", queue.waitingOrder(), NONE);
        try (PreparedStatement statement = connection.prepareStatement("EXPLAIN " + sql)) {
            events.bind(statement, 0, 500, NONE);
            try (ResultSet plan = statement.executeQuery()) {
                plan.next();
                assertThat(plan.getString(1)).contains("index sorted");
            }
        }
    }
}
