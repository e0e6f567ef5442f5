// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.jdbc.dialect.Dialect;
import io.onceward.queue.store.Batch;
import io.onceward.queue.store.LeftOut;
import io.onceward.queue.store.OrderKey;
import io.onceward.queue.store.Passed;
import io.onceward.queue.store.QueuedEvent;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads the events of a queue. */
final class EventSelect {

    /** Most bytes of the payloads of a batch; the rows that the driver fetches together may come on top. */
    private static final long MAX_BATCH_BYTES = 8L << 20;

    private final Dialect dialect;
    private final QueueTables tables;
    private final String queue;
    private final EventRows rows;

    /** @param queue the value that names the queue in the rows */
    EventSelect(Dialect dialect, QueueTables tables, String queue) {
        this.dialect = dialect;
        this.tables = tables;
        this.queue = queue;
        this.rows = new EventRows(dialect, queue);
    }

    /**
     * Returns the condition for a queue in which there may be an event to publish now.
     *
     * @param value the expression for the value that names the queue in the rows; it stands in the condition twice
     */
    static String work(Dialect dialect, QueueTables tables, String value) {
        return "(" + exists(dialect, tables, value, "o.state = 'PENDING'", tables.indexOrder()) + " OR "
                + exists(dialect, tables, value, due(dialect), timeOrder(tables)) + ")";
    }

    /** Returns the condition that a queue has some rows. The order tells the database which index to use. */
    static String exists(Dialect dialect, QueueTables tables, String value, String which, String order) {
        String first = "SELECT 1 FROM " + tables.rows() + " AS o WHERE o." + tables.queueColumn() + " = " + value
                + " AND " + which + " ORDER BY " + order;
        return "(" + dialect.limited(first, 1) + ") IS NOT NULL";
    }

    /** Returns the condition for due events. The database can use the index of the times, and no other one, to find them. */
    private static String due(Dialect dialect) {
        return "availableat <= " + dialect.now() + " AND CONCAT(state, '') IN ('DELAYED', 'RETRYING')";
    }

    private static String timeOrder(QueueTables tables) {
        return tables.queueColumn() + ", availableat";
    }

    /** Returns the query for the pending events behind a position. */
    Query<Batch> pending(LaneCondition lanes, long after, int limit, LeftOut except) {
        String sql = sql("state = 'PENDING' AND seq > ?", tables.indexOrder(), lanes, except);
        return new Query<>(
                sql,
                (statement, index) -> {
                    statement.setString(index + 1, queue);
                    statement.setLong(index + 2, after);
                    return bind(statement, index + 2, lanes, limit, except);
                },
                row -> read(row, limit));
    }

    /**
     * Returns the query for the keys of the first pending events up to a position. The limit has the database walk along the
     * index: without one it sorts all rows, the deleted ones of the last minutes included.
     */
    Query<Passed> passed(LaneCondition lanes, long upTo, int limit, LeftOut except) {
        String sql = dialect.limited("SELECT seq, aggregateid FROM " + tables.rows() + " WHERE " + tables.queueColumn()
                + " = ? AND state = 'PENDING' AND seq <= ? AND aggregateid IS NOT NULL" + lanes.sql() + butFor(except)
                + " ORDER BY " + tables.indexOrder());
        return new Query<Passed>(
                        sql,
                        (statement, index) -> {
                            statement.setString(index + 1, queue);
                            statement.setLong(index + 2, upTo);
                            return bind(statement, index + 2, lanes, limit, except);
                        },
                        row -> {
                            Map<Long, OrderKey> keys = new HashMap<>();
                            while (row.next()) {
                                keys.put(row.getLong(1), new OrderKey(queue, row.getString(2)));
                            }
                            return new Passed(keys, keys.size() == limit);
                        })
                .ofShortRows();
    }

    /** Returns the query for the delayed and retrying events whose time has come: for those first that are late most. */
    Query<Batch> due(LaneCondition lanes, int limit, LeftOut except) {
        String sql = sql(due(dialect), timeOrder(tables), lanes, except);
        return new Query<>(
                sql,
                (statement, index) -> {
                    statement.setString(index + 1, queue);
                    return bind(statement, index + 1, lanes, limit, except);
                },
                row -> read(row, limit));
    }

    private String sql(String which, String order, LaneCondition lanes, LeftOut except) {
        return dialect.limited("SELECT " + EventRows.columns(dialect, tables) + " FROM " + tables.rows() + " WHERE "
                + tables.queueColumn() + " = ? AND " + which + lanes.sql() + butFor(except) + " ORDER BY " + order);
    }

    private String butFor(LeftOut except) {
        String destinations = placeholders(except.destinations());
        String keys = placeholders(except.keys());
        return (destinations.isEmpty() ? "" : " AND " + tables.destinationColumn() + " NOT IN (" + destinations + ")")
                + (keys.isEmpty() ? "" : " AND (aggregateid IS NULL OR aggregateid NOT IN (" + keys + "))")
                + (except.positions().isEmpty()
                        ? ""
                        : " AND " + dialect.noneOf("seq", except.positions().size()));
    }

    private static String placeholders(Collection<?> values) {
        return String.join(", ", Collections.nCopies(values.size(), "?"));
    }

    private int bind(PreparedStatement statement, int index, LaneCondition lanes, int limit, LeftOut except)
            throws SQLException {
        int i = bind(statement, index, lanes, except) + 1;
        statement.setInt(i, limit);
        return i;
    }

    private int bind(PreparedStatement statement, int index, LaneCondition lanes, LeftOut except) throws SQLException {
        int i = lanes.bind(statement, index);
        for (String destination : except.destinations()) {
            statement.setString(++i, destination);
        }
        for (String key : except.keys()) {
            statement.setString(++i, key);
        }
        return except.positions().isEmpty() ? i : dialect.bindNoneOf(statement, i, except.positions());
    }

    private Batch read(ResultSet row, int limit) throws SQLException {
        List<QueuedEvent> events = new ArrayList<>();
        long bytes = 0;
        while (bytes < MAX_BATCH_BYTES && row.next()) {
            QueuedEvent event = rows.read(row);
            events.add(event);
            bytes += event.event().payload() == null ? 0 : event.event().payload().length;
        }
        boolean more = events.size() == limit || bytes >= MAX_BATCH_BYTES;
        events.sort(Comparator.comparingLong(QueuedEvent::seq));
        return new Batch(events, more);
    }
}
