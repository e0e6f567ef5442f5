// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc;

import io.oncebox.jdbc.dialect.Dialect;
import io.oncebox.queue.QueueStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The queues of the stored inbox, one for each handler. A handler gets its lanes when it is first opened. */
record HandlerQueues(Jdbc jdbc, Dialect dialect, Tables tables) {

    QueueStore open(String handler) {
        jdbc.run("create the lanes of handler '" + handler + "'", connection -> {
            if (!hasLanes(connection, handler)) {
                makeLanes(connection, handler);
            }
            return null;
        });
        return new JdbcQueueStore(jdbc, dialect, new InboxTables(tables, dialect, handler));
    }

    private boolean hasLanes(Connection connection, String handler) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT COUNT(*) FROM " + tables.inboxLane() + " WHERE handler = ?")) {
            statement.setString(1, handler);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getInt(1) > 0;
            }
        }
    }

    /** Makes as many lanes as the outbox has, in one statement: all of them or none. Another node may do so at the same time. */
    private void makeLanes(Connection connection, String handler) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("INSERT INTO " + tables.inboxLane()
                + " (handler, lane, lanes) SELECT ?, l.lane, l.lanes FROM " + tables.lane() + " AS l")) {
            statement.setString(1, handler);
            statement.executeUpdate();
        } catch (SQLException e) {
            if (!hasLanes(connection, handler)) {
                throw e;
            }
        }
    }
}
