// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/**
 * The tables of Onceward in the database of a test.
 *
 * @param prefix the beginning of their names, with the schema
 */
record TestTables(DataSource dataSource, String prefix) implements DueTimes {

    private static final List<String> QUEUES = List.of("outbox", "inbox_message");

    /** The tables with the data of a test, those that refer to others first. */
    private static final List<String> DATA = List.of("outbox", "outbox_sent", "inbox_message", "inbox_result", "inbox");

    /** Returns the beginning of the names of the tables. */
    static String prefix(Map<String, String> configuration) {
        String schema = configuration.getOrDefault("onceward.table-schema", "");
        String prefix = configuration.getOrDefault("onceward.table-prefix", "onceward_");
        return (schema.isEmpty() ? "" : schema + ".") + prefix;
    }

    @Override
    public void bringForward(Duration duration) {
        try (Connection connection = dataSource.getConnection()) {
            for (String queue : QUEUES) {
                bringForward(connection, prefix + queue, duration);
            }
        } catch (SQLException e) {
            throw TestKitErrors.databaseFailed("advance the clock", e);
        }
    }

    private static void bringForward(Connection connection, String table, Duration duration) throws SQLException {
        try (Statement rows = connection.createStatement();
                ResultSet row =
                        rows.executeQuery("SELECT seq, availableat FROM " + table + " WHERE availableat IS NOT NULL");
                PreparedStatement update =
                        connection.prepareStatement("UPDATE " + table + " SET availableat = ? WHERE seq = ?")) {
            boolean any = false;
            while (row.next()) {
                update.setTimestamp(
                        1, Timestamp.from(row.getTimestamp(2).toInstant().minus(duration)));
                update.setLong(2, row.getLong(1));
                update.addBatch();
                any = true;
            }
            if (any) {
                update.executeBatch();
            }
        }
    }

    /** Gives a delayed call the time again for which it was recorded. */
    void restoreDueTime(String id, Instant due) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement update = connection.prepareStatement(
                        "UPDATE " + prefix + "inbox_message SET availableat = ? WHERE id = ? AND state = 'DELAYED'")) {
            update.setTimestamp(1, Timestamp.from(due));
            update.setString(2, id);
            update.executeUpdate();
        } catch (SQLException e) {
            throw TestKitErrors.databaseFailed("find the call that is cancelled", e);
        }
    }

    /** Deletes events, messages and claims. */
    void clear() {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            for (String table : DATA) {
                statement.executeUpdate("DELETE FROM " + prefix + table);
            }
        } catch (SQLException e) {
            throw TestKitErrors.databaseFailed("delete the events and messages of the last test", e);
        }
    }
}
