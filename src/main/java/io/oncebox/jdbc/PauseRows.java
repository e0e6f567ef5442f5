// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc;

import io.oncebox.api.Pause;
import io.oncebox.jdbc.dialect.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The lines of a queue that are paused. */
record PauseRows(Connection connection, Dialect dialect, QueueTables tables) {

    List<Pause> read() throws SQLException {
        String sql = "SELECT line, pausedby, pausedat FROM " + tables.pause() + " WHERE queue = ? ORDER BY line";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, tables.queue());
            try (ResultSet row = statement.executeQuery()) {
                List<Pause> pauses = new ArrayList<>();
                while (row.next()) {
                    pauses.add(new Pause(
                            row.getString("line"), row.getString("pausedby"), dialect.instant(row, "pausedat")));
                }
                return pauses;
            }
        }
    }

    void insert(String line, String by) throws SQLException {
        String sql = "INSERT INTO " + tables.pause() + " (queue, line, pausedby) VALUES (?, ?, ?)";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, tables.queue());
            statement.setString(2, line);
            statement.setString(3, by);
            statement.executeUpdate();
        }
    }

    boolean delete(String line) throws SQLException {
        String sql = "DELETE FROM " + tables.pause() + " WHERE queue = ? AND line = ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, tables.queue());
            statement.setString(2, line);
            return statement.executeUpdate() > 0;
        }
    }
}
