// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc;

import io.oncebox.jdbc.dialect.Dialect;
import io.oncebox.queue.Batch;
import io.oncebox.queue.Exclusions;
import io.oncebox.queue.LockedLanes;
import io.oncebox.queue.QueuedEvent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/** Reads the events of the queues that this node serves, in the order of their positions. */
final class EventSelect {

    /** Most bytes of the payloads of a batch; the rows that the driver fetches together may come on top. */
    private static final long MAX_BATCH_BYTES = 8L << 20;

    private static final int FETCH_SIZE = 100;

    private final Dialect dialect;
    private final LaneRows lanes;
    private final QueueTables tables;
    private final EventRows rows;
    private final String columns;

    EventSelect(Dialect dialect, LaneRows lanes, QueueTables tables) {
        this.dialect = dialect;
        this.lanes = lanes;
        this.tables = tables;
        this.rows = new EventRows(dialect, tables);
        this.columns = EventRows.columns(dialect);
    }

    Batch run(Connection connection, String which, String order, LockedLanes locked, int limit, Exclusions except)
            throws SQLException {
        String sql = sql(which + lanes.in(locked), order, except);
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            int i = lanes.bind(statement, bindOwnQueues(statement, 0), locked);
            bindExclusions(statement, i, limit, except);
            try (ResultSet row = statement.executeQuery()) {
                return read(row, limit);
            }
        }
    }

    /** Returns the statement for events in any lane; {@link #bind} binds its parameters. */
    String sql(String which, String order, Exclusions except) {
        return dialect.limited("SELECT " + columns + " FROM " + tables.rows() + " WHERE " + ownQueues() + which
                + except(except) + " ORDER BY " + order);
    }

    /** @param index the last parameter before those of {@link #sql} */
    void bind(PreparedStatement statement, int index, int limit, Exclusions except) throws SQLException {
        bindExclusions(statement, bindOwnQueues(statement, index), limit, except);
    }

    private void bindExclusions(PreparedStatement statement, int index, int limit, Exclusions except)
            throws SQLException {
        int i = index;
        for (String destination : except.destinations()) {
            statement.setString(++i, destination);
        }
        for (String queue : except.queues()) {
            statement.setString(++i, tables.queueValue(queue));
        }
        statement.setInt(++i, limit);
        statement.setFetchSize(FETCH_SIZE);
    }

    Batch read(ResultSet row, int limit) throws SQLException {
        List<QueuedEvent> events = new ArrayList<>();
        long bytes = 0;
        while (bytes < MAX_BATCH_BYTES && row.next()) {
            QueuedEvent event = rows.read(row);
            events.add(event);
            bytes += event.event().payload() == null ? 0 : event.event().payload().length;
        }
        return new Batch(events, events.size() == limit || bytes >= MAX_BATCH_BYTES);
    }

    /**
     * Returns the condition for the queues that this node serves, with a trailing AND, or nothing if it serves all.
     * {@link #bindOwnQueues} binds its parameters.
     */
    String ownQueues() {
        int count = tables.queueValues().size();
        return count == 0 ? "" : tables.queueColumn() + " IN (" + parameters(count) + ") AND ";
    }

    /**
     * Binds the parameters of {@link #ownQueues()}.
     *
     * @param index the last parameter before them
     * @return the last parameter that is bound
     */
    int bindOwnQueues(PreparedStatement statement, int index) throws SQLException {
        int i = index;
        for (String queue : tables.queueValues()) {
            statement.setString(++i, queue);
        }
        return i;
    }

    private String except(Exclusions except) {
        return notIn("destination", except.destinations()) + notIn(tables.queueColumn(), except.queues());
    }

    private static String notIn(String column, Collection<String> values) {
        return values.isEmpty() ? "" : " AND " + column + " NOT IN (" + parameters(values.size()) + ")";
    }

    private static String parameters(int count) {
        return String.join(", ", Collections.nCopies(count, "?"));
    }
}
