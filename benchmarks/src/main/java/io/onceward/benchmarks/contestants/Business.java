// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** The business that everybody does: an order of about a hundred bytes is inserted. */
final class Business {

    private static final String INSERT = "INSERT INTO business (event, customer, amount, note) VALUES (?, ?, ?, ?)";
    private static final String NOTE = "to be delivered in the morning, at the back door, not before nine o'clock";

    private Business() {}

    static void insert(Connection connection, List<Event> events) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
            for (Event event : events) {
                statement.setLong(1, event.number());
                statement.setString(2, event.key());
                statement.setInt(3, (int) (event.number() % 1000));
                statement.setString(4, NOTE);
                if (events.size() == 1) {
                    statement.executeUpdate();
                    return;
                }
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }
}
