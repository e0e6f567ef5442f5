// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.api.EventState;
import io.onceward.jdbc.dialect.Dialect;
import io.onceward.queue.store.QueueStore.Unblocked;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The events of a queue that wait for an earlier one of their key.
 *
 * @param queue the value that names the queue in the rows
 */
record BlockedRows(Connection connection, Dialect dialect, QueueTables tables, String queue) {

    /** Most keys in one statement. */
    private static final int KEYS = 500;

    /** Most events that one statement reads; a later call unblocks the others. */
    private static final int ROWS = 10_000;

    /** Most blocked events of a search. */
    private static final int SEARCHED = 1000;

    /**
     * Makes the events of some keys pending that no earlier event blocks, for an operator: the slots of their rows may be wrong, so
     * it reads all rows.
     *
     * @return whether there may be more of them
     */
    boolean unblock(Predicate<String> keys) throws SQLException {
        Map<String, Long> blocked = firstOfKeys("'BLOCKED'");
        blocked.keySet().removeIf(keys.negate());
        if (blocked.isEmpty()) {
            return false;
        }
        return unblock(blocked, firstOfKeys("'RETRYING', 'PARKED'"), Map.of());
    }

    /**
     * Makes the events of some keys pending that no earlier event blocks.
     *
     * @param parkedBlock whether parked events block their keys
     * @return whether there may be more of them
     */
    boolean unblock(boolean parkedBlock, List<HeldRows.Key> keys) throws SQLException {
        HeldRows held = new HeldRows(dialect, tables, queue);
        boolean more = false;
        for (int from = 0; from < keys.size(); from += KEYS) {
            List<HeldRows.Key> some = keys.subList(from, Math.min(keys.size(), from + KEYS));
            Map<String, Long> blocked =
                    held.first(some, Set.of(HeldRows.RETRYING, HeldRows.PARKED)).run(connection);
            if (!blocked.isEmpty()) {
                Set<String> others = parkedBlock ? Set.of(HeldRows.BLOCKED) : Set.of(HeldRows.BLOCKED, HeldRows.PARKED);
                Map<String, Integer> slots = new HashMap<>();
                some.forEach(key -> slots.put(key.key(), key.slot()));
                more |= unblock(blocked, held.first(some, others).run(connection), slots);
            }
        }
        return more;
    }

    /**
     * Makes the blocked events pending that no earlier event blocks, among the next ones behind a position.
     *
     * @param lanes the lanes whose events may be changed
     */
    Unblocked unblock(boolean parkedBlock, long after, Set<Integer> lanes, int total) throws SQLException {
        String sql = dialect.limited(
                "SELECT seq, aggregateid, slot FROM " + dialect.inOrder(tables.rows()) + " WHERE "
                        + tables.queueColumn() + " = ? AND state = 'BLOCKED' AND seq > ? ORDER BY "
                        + tables.indexOrder(),
                SEARCHED);
        Set<HeldRows.Key> keys = new LinkedHashSet<>();
        long last = new Query<Long>(
                        sql,
                        (statement, index) -> {
                            statement.setString(index + 1, queue);
                            statement.setLong(index + 2, after);
                            return index + 2;
                        },
                        row -> {
                            int rows = 0;
                            long seq = Unblocked.COMPLETE;
                            while (row.next()) {
                                rows++;
                                seq = row.getLong(1);
                                HeldRows.Key key = new HeldRows.Key(row.getString(2), row.getInt(3));
                                if (key.key() != null && key.isIn(lanes, total)) {
                                    keys.add(key);
                                }
                            }
                            return rows == SEARCHED ? seq : Unblocked.COMPLETE;
                        })
                .ofShortRows()
                .run(connection);
        return new Unblocked(unblock(parkedBlock, List.copyOf(keys)), last);
    }

    /** Each by its position: a wider condition would lock where producers insert. */
    private boolean unblock(Map<String, Long> blocked, Map<String, Long> blocking, Map<String, Integer> slots)
            throws SQLException {
        List<String> free = blocked.keySet().stream()
                .filter(key -> blocked.get(key) < blocking.getOrDefault(key, Long.MAX_VALUE))
                .toList();
        RowsByState rows = new RowsByState(connection, dialect, tables, queue, EventState.BLOCKED);
        boolean more = false;
        for (int from = 0; from < free.size(); from += KEYS) {
            List<String> some = free.subList(from, Math.min(free.size(), from + KEYS));
            Found found = before(blocking, some, slots);
            more |= rows.update("state = 'PENDING'", found.without(rows.locked(found.ids()))) > 0 && found.more();
        }
        return more;
    }

    /** Returns the keys of events in some states, each with its lowest position. */
    private Map<String, Long> firstOfKeys(String states) throws SQLException {
        String sql = "SELECT aggregateid, MIN(seq) FROM " + tables.rows() + " WHERE " + tables.queueColumn()
                + " = ? AND state IN (" + states + ") AND aggregateid IS NOT NULL GROUP BY aggregateid";
        return new Query<Map<String, Long>>(
                        sql,
                        (statement, index) -> {
                            statement.setString(index + 1, queue);
                            return index + 1;
                        },
                        row -> {
                            Map<String, Long> first = new HashMap<>();
                            while (row.next()) {
                                first.put(row.getString(1), row.getLong(2));
                            }
                            return first;
                        })
                .run(connection);
    }

    /**
     * Blocked events of some keys before the first one that blocks.
     *
     * @param ids their ids by their positions
     * @param keys their keys by their positions
     * @param more whether there may be more
     */
    private record Found(NavigableMap<Long, String> ids, Map<Long, String> keys, boolean more) {

        /** Returns the ids without those of some positions, and without later ones of their keys. */
        NavigableMap<Long, String> without(Set<Long> positions) {
            Set<String> waiting = new HashSet<>();
            NavigableMap<Long, String> without = new TreeMap<>();
            ids.forEach((seq, id) -> {
                if (positions.contains(seq)) {
                    waiting.add(keys.get(seq));
                } else if (!waiting.contains(keys.get(seq))) {
                    without.put(seq, id);
                }
            });
            return without;
        }
    }

    /** @param slots the slots of the keys; empty if they are not known */
    private Found before(Map<String, Long> blocking, List<String> keys, Map<String, Integer> slots)
            throws SQLException {
        List<Long> known = slots.isEmpty()
                ? List.of()
                : keys.stream().map(slots::get).map(Integer::longValue).toList();
        String which = known.isEmpty()
                ? "state = 'BLOCKED' AND "
                : dialect.in(dialect.heldSlot(""), known.size()) + " AND CONCAT(state, '') = 'BLOCKED' AND ";
        String order =
                known.isEmpty() ? tables.indexOrder() : tables.queueColumn() + ", " + dialect.heldSlot("") + ", seq";
        String sql = dialect.limited(
                "SELECT seq, id, aggregateid FROM " + tables.rows() + " WHERE " + tables.queueColumn() + " = ? AND "
                        + which + dialect.in("aggregateid", keys.size()) + " ORDER BY " + order,
                ROWS);
        return new Query<Found>(
                        sql,
                        (statement, index) -> {
                            statement.setString(index + 1, queue);
                            int last = known.isEmpty() ? index + 1 : dialect.bind(statement, index + 1, known);
                            return dialect.bindTexts(statement, last, keys);
                        },
                        row -> {
                            NavigableMap<Long, String> found = new TreeMap<>();
                            Map<Long, String> ofKeys = new HashMap<>();
                            int read = 0;
                            while (row.next()) {
                                read++;
                                if (row.getLong(1) < blocking.getOrDefault(row.getString(3), Long.MAX_VALUE)) {
                                    found.put(row.getLong(1), row.getString(2));
                                    ofKeys.put(row.getLong(1), row.getString(3));
                                }
                            }
                            return new Found(found, ofKeys, read == ROWS);
                        })
                .run(connection);
    }
}
