// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc;

import io.oncebox.api.EventState;
import io.oncebox.jdbc.dialect.Dialect;
import io.oncebox.queue.OrderKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The blocked events, which wait for an earlier one of their key. */
record BlockedRows(Connection connection, Dialect dialect, QueueTables tables) {

    /** Makes the blocked events of a key pending, each by its position: a wider condition would lock where producers insert. */
    void release(OrderKey key) throws SQLException {
        String find = "SELECT seq FROM " + tables.rows() + " WHERE state = 'BLOCKED' AND " + tables.queueColumn()
                + " = ? AND aggregateid = ?";
        List<Long> seqs = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(find)) {
            statement.setString(1, key.queue());
            statement.setString(2, key.key());
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    seqs.add(row.getLong(1));
                }
            }
        }
        new RowsByState(connection, dialect, tables.rows()).update("state = 'PENDING'", EventState.BLOCKED, seqs);
    }
}
