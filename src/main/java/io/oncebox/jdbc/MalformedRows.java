// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc;

import io.oncebox.api.EventState;
import io.oncebox.jdbc.dialect.Dialect;
import io.oncebox.log.Causes;
import io.oncebox.log.RecordingErrors;
import io.oncebox.queue.QueueStore.MalformedRow;
import io.oncebox.spi.OutboxEvent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/** Rows that somebody else wrote, and that no look into the outbox finds. */
record MalformedRows(Connection connection, Dialect dialect, EventSelect events, LaneRows lanes, String outbox) {

    private static final NavigableSet<String> KNOWN = known();

    private static final String UNSEEN =
            "(" + unknownState() + " OR (state IN ('DELAYED', 'RETRYING') AND availableat IS NULL))";

    /** What was found. */
    private record Row(MalformedRow stray, String state, int slot) {}

    private static NavigableSet<String> known() {
        NavigableSet<String> known = new TreeSet<>();
        known.add(JdbcAppendStore.PROBE);
        for (EventState state : EventState.values()) {
            known.add(state.name());
        }
        return known;
    }

    /** The ranges between the states, each of which is one look into the index; "not in" would read all of it. */
    private static String unknownState() {
        StringBuilder ranges = new StringBuilder("state < '" + KNOWN.first() + "'");
        String before = KNOWN.first();
        for (String state : KNOWN.tailSet(KNOWN.first(), false)) {
            ranges.append(" OR (state > '" + before + "' AND state < '" + state + "')");
            before = state;
        }
        return ranges.append(" OR state > '" + before + "'").toString();
    }

    /** Parks them, as far as nobody else has their lanes. */
    List<MalformedRow> park(int limit) throws SQLException {
        List<MalformedRow> parked = new ArrayList<>();
        List<Row> found = find(limit);
        int total = found.isEmpty() ? 0 : lanes.total(connection);
        for (Row row : found) {
            int lane = row.slot() % total;
            if (lanes.lock(connection, lane, total) && park(row)) {
                lanes.setHeld(connection, List.of(lane), true);
                parked.add(row.stray());
            }
        }
        return parked;
    }

    private List<Row> find(int limit) throws SQLException {
        String sql = "SELECT seq, state, id, aggregatetype, aggregateid FROM " + outbox + " WHERE " + events.ofQueues()
                + UNSEEN + " LIMIT ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setInt(events.bindQueues(statement, 0) + 1, limit);
            try (ResultSet row = statement.executeQuery()) {
                List<Row> found = new ArrayList<>();
                while (row.next()) {
                    found.add(row(row));
                }
                return found;
            }
        }
    }

    private static Row row(ResultSet row) throws SQLException {
        String state = row.getString("state");
        String id = row.getString("id");
        String defect = KNOWN.contains(state)
                ? "its state is " + state + ", but availableat is null"
                : "its state '" + state + "' does not exist";
        return new Row(
                new MalformedRow(row.getLong("seq"), id, row.getString("aggregatetype"), defect),
                state,
                OutboxEvent.slot(row.getString("aggregateid"), id));
    }

    private boolean park(Row row) throws SQLException {
        String sql = "UPDATE " + outbox + " SET state = 'PARKED', attempts = 1, lasterror = ?, slot = ?"
                + " WHERE state = ? AND seq = ?";
        try (PreparedStatement statement = connection.prepareStatement(dialect.underLocks(sql))) {
            statement.setString(
                    1,
                    ErrorText.fitting(Causes.chain(RecordingErrors.defectiveRow(
                            row.stray().seq(), row.stray().defect()))));
            statement.setInt(2, row.slot());
            statement.setString(3, row.state());
            statement.setLong(4, row.stray().seq());
            return statement.executeUpdate() == 1;
        }
    }
}
