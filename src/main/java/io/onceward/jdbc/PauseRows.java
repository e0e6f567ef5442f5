// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.api.Pause;
import io.onceward.jdbc.dialect.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The pauses of one side. */
record PauseRows(Connection connection, Dialect dialect, QueueTables tables) {

    List<Pause> read() throws SQLException {
        String sql = "SELECT queue, pausedby, pausedat FROM " + tables.pauses() + " WHERE side = ? ORDER BY queue";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, tables.side().text());
            try (ResultSet row = statement.executeQuery()) {
                List<Pause> pauses = new ArrayList<>();
                while (row.next()) {
                    pauses.add(new PausedQueue(
                            row.getString("queue"), row.getString("pausedby"), dialect.instant(row, "pausedat")));
                }
                return pauses;
            }
        }
    }

    void insert(String queue, String by) throws SQLException {
        String sql = "INSERT INTO " + tables.pauses() + " (side, queue, pausedby) VALUES (?, ?, ?)";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, tables.side().text());
            statement.setString(2, queue);
            statement.setString(3, by);
            statement.executeUpdate();
        }
    }

    boolean delete(String queue) throws SQLException {
        String sql = "DELETE FROM " + tables.pauses() + " WHERE side = ? AND queue = ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, tables.side().text());
            statement.setString(2, queue);
            return statement.executeUpdate() > 0;
        }
    }
}
