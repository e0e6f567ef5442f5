// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc;

import io.oncebox.api.EventState;
import io.oncebox.queue.HandlerDestination;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * A part of a queue whose rows stand together in the index over what waits, by position: one state; in the inbox, of one
 * handler.
 *
 * @param destination of the handler; {@code null} in the outbox
 * @param state the state
 */
record Segment(String destination, EventState state) {

    /** Most handlers that are looked for; each is one look into the index. */
    private static final int MAX_HANDLERS = 1000;

    /** Those of some queues of the inbox, or of the whole outbox. */
    static List<Segment> all(QueueTables tables, Collection<String> destinations, Collection<EventState> states) {
        List<Segment> segments = new ArrayList<>();
        for (EventState state : states) {
            if (tables.ofHandlers()) {
                destinations.forEach(destination -> segments.add(new Segment(destination, state)));
            } else {
                segments.add(new Segment(null, state));
            }
        }
        return segments;
    }

    /** The destinations of the handlers that have rows, from one to the next, however many rows lie between. */
    static List<String> destinations(Connection connection, QueueTables tables) throws SQLException {
        String sql = "SELECT destination FROM " + tables.rows() + " WHERE destination > ? ORDER BY destination LIMIT 1";
        List<String> found = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            String last = "";
            while (last != null && found.size() < MAX_HANDLERS) {
                statement.setString(1, last);
                try (ResultSet row = statement.executeQuery()) {
                    last = row.next() ? row.getString(1) : null;
                }
                if (last != null && HandlerDestination.handler(last) != null) {
                    found.add(last);
                }
            }
        }
        return found;
    }

    /** The condition for its rows; {@link #bind} binds which. */
    String where() {
        return (destination == null ? "" : "destination = ? AND ") + "state = ?";
    }

    /** Returns the index of the last parameter that it bound. */
    int bind(PreparedStatement statement, int index) throws SQLException {
        int i = index;
        if (destination != null) {
            statement.setString(++i, destination);
        }
        statement.setString(++i, state.name());
        return i;
    }
}
