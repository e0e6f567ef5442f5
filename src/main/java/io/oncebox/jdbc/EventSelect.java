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
import java.util.Set;

/** Reads events of the outbox in the order of their positions. */
final class EventSelect {

    /** Bounds what a batch of large events takes of the heap; what is fetched at once may come on top. */
    private static final long MAX_BATCH_BYTES = 8L << 20;

    private static final int FETCH_SIZE = 100;

    private final LaneRows lanes;
    private final QueueTables tables;
    private final Set<String> queues;
    private final OutboxRows rows;
    private final String columns;

    /** @param queues the only ones that are looked at, by the column that names them; empty for all */
    EventSelect(Dialect dialect, LaneRows lanes, QueueTables tables, Set<String> queues) {
        this.lanes = lanes;
        this.tables = tables;
        this.queues = queues;
        this.rows = new OutboxRows(dialect, tables.ofHandlers());
        this.columns = OutboxRows.columns(dialect);
    }

    Batch run(Connection connection, String which, String order, LockedLanes locked, int limit, Exclusions except)
            throws SQLException {
        String sql = sql(which + lanes.in(locked), order, except);
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            int i = lanes.bind(statement, bindQueues(statement, 0), locked);
            bindRest(statement, i, limit, except);
            try (ResultSet row = statement.executeQuery()) {
                return read(row, limit);
            }
        }
    }

    /** The statement for events in any lane. */
    String sql(String which, String order, Exclusions except) {
        return "SELECT " + columns + " FROM " + tables.rows() + " WHERE " + ofQueues() + which + except(except)
                + " ORDER BY " + order + " LIMIT ?";
    }

    /** @param index of the last parameter before it */
    void bind(PreparedStatement statement, int index, int limit, Exclusions except) throws SQLException {
        bindRest(statement, bindQueues(statement, index), limit, except);
    }

    private void bindRest(PreparedStatement statement, int index, int limit, Exclusions except) throws SQLException {
        int i = index;
        for (String destination : except.destinations()) {
            statement.setString(++i, destination);
        }
        for (String queue : except.queues()) {
            statement.setString(++i, tables.column(queue));
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

    /** The condition for the channels, or the handler, if there is one, with what connects it to the next. */
    String ofQueues() {
        return queues.isEmpty() ? "" : tables.queue() + " IN (" + parameters(queues.size()) + ") AND ";
    }

    /** Returns the index of the last parameter that it bound. */
    int bindQueues(PreparedStatement statement, int index) throws SQLException {
        int i = index;
        for (String queue : queues) {
            statement.setString(++i, queue);
        }
        return i;
    }

    private String except(Exclusions except) {
        return notIn("destination", except.destinations()) + notIn(tables.queue(), except.queues());
    }

    private static String notIn(String column, Collection<String> values) {
        return values.isEmpty() ? "" : " AND " + column + " NOT IN (" + parameters(values.size()) + ")";
    }

    private static String parameters(int count) {
        return String.join(", ", Collections.nCopies(count, "?"));
    }
}
