// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.api.EventState;
import io.onceward.jdbc.dialect.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The recorded calls of durable methods. Thread-safe. */
public final class CallRows {

    /** Names each state: by an index that begins with queue and state, the many delayed rows cost nothing. */
    private static final String NOT_DELAYED =
            "state IN ('PENDING', 'RETRYING', 'BLOCKED', 'PARKED') AND " + JdbcAdminStore.NOT_KEPT;

    private final Jdbc jdbc;
    private final Dialect dialect;
    private final QueueTables tables;

    CallRows(Jdbc jdbc, Dialect dialect, QueueTables tables) {
        this.jdbc = jdbc;
        this.dialect = dialect;
        this.tables = tables;
    }

    /**
     * Deletes a call, in the transaction of the calling thread, by the lock of its row alone: a handler that finds no row does nothing. Does not
     * wait for another transaction that has locked the row, such as that in which the call runs. Leaves the {@linkplain
     * io.onceward.queue.store.KeptOriginal original} of an edited call, which never runs.
     *
     * @param queues the queues in which it may be
     * @param due the time for which it was recorded, or {@code null}; a call that had no delay, or has failed, is not found by it
     * @return whether it did
     */
    public boolean delete(List<String> queues, String id, Instant due) {
        Object time = dialect.timestamp(due);
        return jdbc.run(
                "cancel a call",
                connection -> (time != null && delete(connection, queues, id, "availableat = ?", time))
                        || delete(connection, queues, id, NOT_DELAYED, null));
    }

    /** @param value the value of the condition; {@code null} if it needs none */
    private boolean delete(Connection connection, List<String> queues, String id, String condition, Object value)
            throws SQLException {
        String column = tables.queueColumn();
        String sql = "SELECT " + column + ", state, seq FROM " + tables.rows() + " WHERE "
                + dialect.in(column, queues.size()) + " AND " + condition + " AND id = ?";
        String queue;
        EventState found;
        NavigableMap<Long, String> one = new TreeMap<>();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            int last = dialect.bindTexts(statement, 0, queues);
            if (value != null) {
                statement.setObject(++last, value);
            }
            statement.setString(++last, id);
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    return false;
                }
                queue = row.getString(1);
                found = EventState.valueOf(row.getString(2));
                one.put(row.getLong(3), id);
            }
        }
        if (delete(connection, queue, found, one)) {
            return true;
        }
        for (EventState state : EventState.values()) { // it may have another one since the snapshot of the transaction
            if (state != found && delete(connection, queue, state, one)) {
                return true;
            }
        }
        return false;
    }

    private boolean delete(Connection connection, String queue, EventState state, NavigableMap<Long, String> one)
            throws SQLException {
        RowsByState rows = new RowsByState(connection, dialect, tables, queue, state);
        return !rows.lockUnlocked(one).isEmpty() && rows.delete(one) == 1;
    }
}
