// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc;

import io.oncebox.api.EventState;
import io.oncebox.jdbc.dialect.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The events of a queue that wait for an earlier one of their key.
 *
 * @param queue the value that names the queue in the rows
 * @param lanes the lanes that are meant
 */
record BlockedRows(Connection connection, Dialect dialect, QueueTables tables, String queue, LaneCondition lanes) {

    private static final String BLOCKED = "'BLOCKED'";

    /** Most keys in one statement. */
    private static final int KEYS = 500;

    /** Most events that one statement reads; a later call unblocks the others. */
    private static final int ROWS = 10_000;

    /**
     * Makes the events of some keys pending that no earlier event blocks, each by its position: a wider condition would lock
     * where producers insert.
     *
     * @param parkedBlock whether parked events block their keys
     * @return whether there may be more of them
     */
    boolean unblock(boolean parkedBlock, Predicate<String> keys) throws SQLException {
        Map<String, Long> blocked = firstOfKeys(BLOCKED);
        blocked.keySet().removeIf(keys.negate());
        if (blocked.isEmpty()) {
            return false;
        }
        Map<String, Long> blocking = firstOfKeys(parkedBlock ? "'RETRYING', 'PARKED'" : "'RETRYING'");
        List<String> free = blocked.keySet().stream()
                .filter(key -> blocked.get(key) < blocking.getOrDefault(key, Long.MAX_VALUE))
                .toList();
        RowsByState rows = new RowsByState(connection, dialect, tables, queue, EventState.BLOCKED);
        boolean more = false;
        for (int from = 0; from < free.size(); from += KEYS) {
            List<String> some = free.subList(from, Math.min(free.size(), from + KEYS));
            Found found = before(blocking, some);
            more |= rows.update("state = 'PENDING'", found.free()) > 0 && found.more();
        }
        return more;
    }

    private Map<String, Long> firstOfKeys(String states) throws SQLException {
        return firstOfKeys(tables, queue, states, List.of(), lanes).run(connection);
    }

    /**
     * Returns the query for the keys of events in some states, each with its lowest position.
     *
     * @param keys limits the query to these keys; empty for all keys
     */
    static Query<Map<String, Long>> firstOfKeys(
            QueueTables tables, String queue, String states, List<String> keys, LaneCondition lanes) {
        Dialect dialect = lanes.dialect();
        String sql = "SELECT aggregateid, MIN(seq) FROM " + tables.rows() + " WHERE " + tables.queueColumn()
                + " = ? AND state IN (" + states + ") AND "
                + (keys.isEmpty() ? "aggregateid IS NOT NULL" : dialect.in("aggregateid", keys.size())) + lanes.sql()
                + " GROUP BY aggregateid";
        return new Query<>(
                sql,
                (statement, index) -> {
                    statement.setString(index + 1, queue);
                    int last = keys.isEmpty() ? index + 1 : dialect.bindTexts(statement, index + 1, keys);
                    return lanes.bind(statement, last);
                },
                row -> {
                    Map<String, Long> first = new HashMap<>();
                    while (row.next()) {
                        first.put(row.getString(1), row.getLong(2));
                    }
                    return first;
                });
    }

    private static int bind(PreparedStatement statement, int index, String queue, LaneCondition lanes)
            throws SQLException {
        statement.setString(index + 1, queue);
        return lanes.bind(statement, index + 1);
    }

    /**
     * Blocked events of some keys before the first one that blocks.
     *
     * @param free their ids by their positions
     * @param more whether there may be more
     */
    private record Found(SortedMap<Long, String> free, boolean more) {}

    private Found before(Map<String, Long> blocking, List<String> keys) throws SQLException {
        String sql = dialect.limited(
                "SELECT seq, id, aggregateid FROM " + tables.rows() + " WHERE " + tables.queueColumn()
                        + " = ? AND state = " + BLOCKED + " AND " + dialect.in("aggregateid", keys.size())
                        + lanes.sql() + " ORDER BY " + tables.indexOrder(),
                ROWS);
        return new Query<Found>(
                        sql,
                        (statement, index) -> {
                            statement.setString(index + 1, queue);
                            return lanes.bind(statement, dialect.bindTexts(statement, index + 1, keys));
                        },
                        row -> {
                            SortedMap<Long, String> found = new TreeMap<>();
                            int read = 0;
                            while (row.next()) {
                                read++;
                                if (row.getLong(1) < blocking.getOrDefault(row.getString(3), Long.MAX_VALUE)) {
                                    found.put(row.getLong(1), row.getString(2));
                                }
                            }
                            return new Found(found, read == ROWS);
                        })
                .run(connection);
    }

    /** Returns the lanes in which an event with a key is retrying, parked or blocked. */
    List<Integer> held(int total) throws SQLException {
        String sql = "SELECT DISTINCT MOD(slot, " + total + ") FROM " + tables.rows() + " WHERE "
                + tables.queueColumn() + " = ? AND state IN ('RETRYING', 'PARKED', 'BLOCKED')"
                + " AND aggregateid IS NOT NULL" + lanes.sql();
        return new Query<List<Integer>>(sql, (statement, index) -> bind(statement, index, queue, lanes), row -> {
                    List<Integer> held = new ArrayList<>();
                    while (row.next()) {
                        held.add(row.getInt(1));
                    }
                    return held;
                })
                .run(connection);
    }
}
