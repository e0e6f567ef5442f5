// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.jdbc.dialect.Dialect;
import io.onceward.queue.store.QueuedEvent;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The retrying, parked and blocked events of a queue that have a key. A lane that has any is held. There may be a million of them,
 * so each query reads only as many rows as it has keys, or has a limit.
 *
 * @param queue the value that names the queue in the rows
 */
record HeldRows(Dialect dialect, QueueTables tables, String queue) {

    static final String BLOCKED = "BLOCKED";

    static final String RETRYING = "RETRYING";

    static final String PARKED = "PARKED";

    /** Most rows that are read to find the lanes without any: if there are more, all lanes stay held. */
    private static final int MOST_ROWS = 1000;

    /**
     * A key, and the slot by which its rows are found.
     *
     * @param key the key
     * @param slot the slot of its events
     */
    record Key(String key, int slot) {

        /** Returns the distinct keys of events in some lanes; events without a key have none. */
        static List<Key> of(Collection<QueuedEvent> events, int total, Set<Integer> lanes) {
            return events.stream()
                    .filter(event -> event.event().key() != null)
                    .map(event -> new Key(event.event().key(), event.event().slot()))
                    .filter(key -> key.isIn(lanes, total))
                    .distinct()
                    .toList();
        }

        boolean isIn(Set<Integer> lanes, int total) {
            return lanes.contains(slot % total);
        }
    }

    /**
     * Returns the query for the first position of each of some keys: one look into the index for each key.
     *
     * @param keys at least one
     * @param except the states that do not count
     */
    Query<Map<String, Long>> first(List<Key> keys, Set<String> except) {
        String first = dialect.limited(
                "SELECT o.seq FROM " + tables.rows() + " AS o WHERE o." + tables.queueColumn()
                        + " = ? AND " + dialect.heldSlot("o.") + " = k.k_slot AND " + dialect.isKey("o.aggregateid")
                        + butFor(except)
                        + " ORDER BY o." + tables.queueColumn() + ", " + dialect.heldSlot("o.") + ", o.seq",
                1);
        return new Query<>(
                "SELECT k.k_key, (" + first + ") AS first FROM " + dialect.keys(keys.size()),
                (statement, index) -> {
                    statement.setString(index + 1, queue);
                    return dialect.bindKeys(
                            statement,
                            index + 1,
                            keys.stream().map(Key::key).toList(),
                            keys.stream().map(Key::slot).toList());
                },
                row -> {
                    Map<String, Long> found = new HashMap<>();
                    while (row.next()) {
                        long seq = row.getLong(2);
                        if (!row.wasNull()) {
                            found.merge(row.getString(1), seq, Math::min);
                        }
                    }
                    return found;
                });
    }

    /** Returns the condition that a row has none of some states. No database can look for it in the index of the states. */
    private static String butFor(Set<String> states) {
        return states.stream()
                .sorted()
                .map(state -> " AND CONCAT(o.state, '') <> '" + state + "'")
                .collect(Collectors.joining());
    }

    /** Returns those of some lanes that have none of these events; no lane if there are too many events to tell. */
    Set<Integer> lanesWithout(Connection connection, Set<Integer> lanes, int total) throws SQLException {
        List<String> states = List.of(RETRYING, PARKED, BLOCKED);
        return new Query<Set<Integer>>(
                        states.stream().map(this::firstOfState).collect(Collectors.joining(" UNION ALL ")),
                        (statement, index) -> {
                            for (int i = 1; i <= states.size(); i++) {
                                statement.setString(index + i, queue);
                            }
                            return index + states.size();
                        },
                        row -> {
                            Set<Integer> without = new HashSet<>(lanes);
                            int rows = 0;
                            while (row.next()) {
                                rows++;
                                if (row.getString(2) != null) {
                                    without.remove(row.getInt(1) % total);
                                }
                            }
                            return rows > MOST_ROWS ? Set.of() : without;
                        })
                .ofShortRows()
                .run(connection);
    }

    private String firstOfState(String state) {
        return "SELECT * FROM ("
                + dialect.limited(
                        "SELECT slot, aggregateid FROM " + dialect.inOrder(tables.rows()) + " WHERE "
                                + tables.queueColumn() + " = ? AND state = '" + state + "' ORDER BY "
                                + tables.indexOrder(),
                        MOST_ROWS + 1)
                + ") AS r";
    }

    /** Returns the states that block no key. */
    static Set<String> blockingNone(boolean parkedBlock) {
        return parkedBlock ? Set.of() : Set.of(PARKED);
    }
}
