// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc;

import io.oncebox.spi.OrderKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The events that wait behind an earlier one of their key. */
record BlockedRows(Connection connection, String outbox) {

    /** Makes those of a key pending, each by its position: a wider condition would lock where producers insert. */
    void release(OrderKey key) throws SQLException {
        String find =
                "SELECT seq FROM " + outbox + " WHERE state = 'BLOCKED' AND aggregatetype = ? AND aggregateid = ?";
        String change = "UPDATE " + outbox + " SET state = 'PENDING' WHERE state = 'BLOCKED' AND seq = ?";
        try (PreparedStatement select = connection.prepareStatement(find);
                PreparedStatement update = connection.prepareStatement(change)) {
            select.setString(1, key.channel());
            select.setString(2, key.key());
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    update.setLong(1, row.getLong(1));
                    update.addBatch();
                }
            }
            update.executeBatch();
        }
    }
}
