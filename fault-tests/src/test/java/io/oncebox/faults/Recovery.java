// SPDX-License-Identifier: Apache-2.0
package io.oncebox.faults;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How long it takes from the end of a fault until each order that was committed by then has been billed and shipped: with
 * other faults meanwhile, and looked at every quarter of a second.
 */
final class Recovery {

    private static final long LOOK_MILLIS = 250;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** Older orders are not looked at: the checker does. */
    private static final Duration OLDEST = Duration.ofMinutes(10);

    private Recovery() {}

    /**
     * Waits for it.
     *
     * @return how long it took; empty if it did not happen within five minutes
     */
    static Optional<Duration> await(Database database) {
        Instant healed = Instant.now();
        Set<String> waiting = null;
        while (Duration.between(healed, Instant.now()).compareTo(PATIENCE) < 0) {
            try (Connection connection = database.connect()) {
                if (waiting == null) {
                    waiting = waiting(connection, healed);
                }
                removeDone(connection, waiting);
                if (waiting.isEmpty()) {
                    return Optional.of(Duration.between(healed, Instant.now()));
                }
            } catch (SQLException e) {
                // the database has its next fault
            }
            Pause.millis(LOOK_MILLIS);
        }
        return Optional.empty();
    }

    private static Set<String> waiting(Connection connection, Instant healed) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT o.id FROM orders o WHERE o.at <= ? AND o.at > ?"
                        + " AND (SELECT COUNT(DISTINCT e.what) FROM effects e WHERE e.order_id = o.id) < 2")) {
            statement.setTimestamp(1, Timestamp.from(healed));
            statement.setTimestamp(2, Timestamp.from(healed.minus(OLDEST)));
            return new HashSet<>(texts(statement));
        }
    }

    private static void removeDone(Connection connection, Set<String> waiting) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT order_id FROM effects"
                + " WHERE order_id = ANY (?) GROUP BY order_id HAVING COUNT(DISTINCT what) = 2")) {
            Array ids = connection.createArrayOf("text", waiting.toArray());
            statement.setArray(1, ids);
            texts(statement).forEach(waiting::remove);
        }
    }

    private static List<String> texts(PreparedStatement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            List<String> texts = new ArrayList<>();
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
            return texts;
        }
    }
}
