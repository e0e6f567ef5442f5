// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.api.EventState;
import io.onceward.jdbc.dialect.Dialect;
import io.onceward.log.Causes;
import io.onceward.log.DatabaseErrors;
import io.onceward.queue.Slots;
import io.onceward.queue.store.QueueStore.MalformedRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The malformed rows of a queue that no relay reads: another writer left them with an unknown state, or without the time that
 * they wait for.
 *
 * @param queue the value that names the queue in the rows
 */
record MalformedRows(Connection connection, Dialect dialect, QueueTables tables, String queue, LaneRows lanes) {

    private static final NavigableSet<String> KNOWN = known();

    private static final List<String> UNSEEN = unseen();

    /** A malformed row, with the state that it has and the slot that it should have. */
    private record Row(MalformedRow found, String state, int slot) {}

    private static NavigableSet<String> known() {
        NavigableSet<String> known = new TreeSet<>();
        known.add(JdbcAppendStore.PROBE);
        for (EventState state : EventState.values()) {
            known.add(state.name());
        }
        return known;
    }

    /**
     * Returns the conditions for these rows. Each condition is a range of the index: a range between two states, or a state that
     * needs a time. One condition with "or" would read a complete table if the database has no statistics of it.
     */
    private static List<String> unseen() {
        List<String> ranges = new ArrayList<>();
        ranges.add("state < '" + KNOWN.first() + "'");
        String before = KNOWN.first();
        for (String state : KNOWN.tailSet(KNOWN.first(), false)) {
            ranges.add("state > '" + before + "' AND state < '" + state + "'");
            before = state;
        }
        ranges.add("state > '" + before + "'");
        ranges.add("state = 'DELAYED' AND availableat IS NULL");
        ranges.add("state = 'RETRYING' AND availableat IS NULL");
        return List.copyOf(ranges);
    }

    /**
     * Parks malformed rows whose lanes no other transaction has locked.
     *
     * @throws io.onceward.api.OncewardException if the rows of the lanes have gaps, or contradict each other
     */
    List<MalformedRow> park(int limit) throws SQLException {
        List<MalformedRow> parked = new ArrayList<>();
        int total = lanes.total(connection);
        for (Row row : find(limit)) {
            int lane = row.slot() % total;
            if (lanes.tryLock(connection, lane, total) && park(row)) {
                lanes.hold(connection, List.of(lane));
                lanes.invalidate(connection, List.of(lane));
                parked.add(row.found());
            }
        }
        return parked;
    }

    private List<Row> find(int limit) throws SQLException {
        String sql = dialect.limited(UNSEEN.stream().map(this::first).collect(Collectors.joining(" UNION ALL ")));
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            int i = 0;
            for (int range = 0; range < UNSEEN.size(); range++) {
                statement.setString(++i, queue);
                statement.setInt(++i, limit);
            }
            statement.setInt(++i, limit);
            try (ResultSet row = statement.executeQuery()) {
                List<Row> found = new ArrayList<>();
                while (row.next()) {
                    found.add(row(row));
                }
                return found;
            }
        }
    }

    /** Returns the query for the first rows of a range of the index. */
    private String first(String range) {
        String rows = "SELECT seq, state, id, aggregatetype, aggregateid, " + tables.destinationColumn()
                + " AS target, slot FROM " + tables.rows()
                + " WHERE " + tables.queueColumn() + " = ? AND " + range + " ORDER BY " + tables.indexOrder();
        return "SELECT * FROM (" + dialect.limited(rows) + ") AS r";
    }

    private static Row row(ResultSet row) throws SQLException {
        String state = row.getString("state");
        String id = row.getString("id");
        String key = row.getString("aggregateid");
        int slot = row.getInt("slot");
        String defect = KNOWN.contains(state)
                ? "its state is " + state + ", but availableat is null"
                : "its state '" + state + "' does not exist";
        return new Row(
                new MalformedRow(
                        row.getLong("seq"), id, row.getString("aggregatetype"), key, row.getString("target"), defect),
                state,
                slot >= 0 && slot < Slots.COUNT ? slot : Slots.of(key, id));
    }

    private boolean park(Row row) throws SQLException {
        String sql = "UPDATE " + tables.rows() + " SET state = 'PARKED', attempts = 1, lasterror = ?, slot = ? WHERE "
                + tables.queueColumn() + " = ? AND state = ? AND seq = ? AND id = ?";
        try (PreparedStatement statement = connection.prepareStatement(dialect.withoutSnapshot(sql))) {
            statement.setString(
                    1,
                    ErrorText.fitting(Causes.chain(DatabaseErrors.defectiveRow(
                            row.found().seq(), row.found().defect()))));
            statement.setInt(2, row.slot());
            statement.setString(3, queue);
            statement.setString(4, row.state());
            statement.setLong(5, row.found().seq());
            statement.setString(6, row.found().id());
            return statement.executeUpdate() == 1;
        }
    }
}
