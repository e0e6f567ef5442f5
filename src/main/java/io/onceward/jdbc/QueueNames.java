// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.api.EventState;
import io.onceward.jdbc.dialect.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The names of the queues that have rows. */
record QueueNames(Dialect dialect, QueueTables tables) {

    /** Most names that are looked for; each costs one look into the index. */
    static final int MAX = 1000;

    /** Reads the names: from one to the next, however many rows lie between. */
    List<String> read(Connection connection) throws SQLException {
        String column = tables.queueColumn();
        String sql = dialect.limited(
                "SELECT " + column + " FROM " + tables.rows() + " WHERE " + column + " > ? ORDER BY "
                        + tables.indexOrder(),
                1);
        List<String> names = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            String last = "";
            while (last != null && names.size() < MAX) {
                statement.setString(1, last);
                try (ResultSet row = statement.executeQuery()) {
                    last = row.next() ? row.getString(1) : null;
                }
                if (last != null) {
                    names.add(last);
                }
            }
        }
        return names;
    }

    /**
     * Returns the segments in which the rows of a queue stand.
     *
     * @param queue {@code null} for every queue
     */
    List<Segment> segments(Connection connection, String queue, Collection<EventState> states) throws SQLException {
        List<String> names = queue == null ? read(connection) : List.of(queue);
        List<Segment> segments = new ArrayList<>();
        for (String name : names) {
            states.forEach(state -> segments.add(new Segment(tables.queueColumn(), name, state)));
        }
        return segments;
    }
}
