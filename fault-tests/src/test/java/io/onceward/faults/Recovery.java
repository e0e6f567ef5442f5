// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Up to when all orders have been billed, shipped and packed, looked at every half second; and so, how long it takes after the end of a
 * fault until what had been ordered by then has been, with other faults meanwhile. Thread-safe.
 */
final class Recovery implements AutoCloseable {

    private static final long LOOK_MILLIS = 500;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** An order that is placed by a producer that is paused then appears later than it is dated. */
    private static final Duration LATEST = Duration.ofSeconds(30);

    private static final String FIRST_WAITING = "SELECT o.at FROM orders o WHERE o.at > ? AND o.at <= ?"
            + " AND (SELECT COUNT(DISTINCT e.what) FROM effects e WHERE e.order_id = o.id) < "
            + PlainNode.EFFECTS.size() + " ORDER BY o.at LIMIT 1";

    private final Database database;
    private final Thread watch = new Thread(this::look, "recovery");
    private volatile Instant done = Instant.now();
    private volatile boolean closed;

    Recovery(Database database) {
        this.database = database;
        watch.setDaemon(true);
        watch.start();
    }

    /** Returns the duration from now; empty if it exceeds five minutes. */
    Optional<Duration> await() {
        Instant healed = Instant.now();
        while (Duration.between(healed, Instant.now()).compareTo(PATIENCE) < 0) {
            if (done.isAfter(healed)) {
                return Optional.of(Duration.between(healed, Instant.now()));
            }
            Pause.millis(LOOK_MILLIS / 5);
        }
        return Optional.empty();
    }

    private void look() {
        while (!closed) {
            try (Connection connection = database.connect()) {
                done = doneUntil(connection, done);
            } catch (SQLException e) {
                // the database has its next fault
            }
            Pause.millis(LOOK_MILLIS);
        }
    }

    /** Each look begins where the last one ended, so that it costs as much as was done in between, however many orders there are. */
    private static Instant doneUntil(Connection connection, Instant before) throws SQLException {
        Instant now = Instant.now();
        try (PreparedStatement statement = connection.prepareStatement(FIRST_WAITING)) {
            statement.setTimestamp(1, Timestamp.from(before.minus(LATEST)));
            statement.setTimestamp(2, Timestamp.from(now));
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? row.getTimestamp(1).toInstant() : now;
            }
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}
