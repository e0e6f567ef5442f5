// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.api.EventFilter;
import io.onceward.api.EventState;
import io.onceward.api.EventSummary;
import io.onceward.jdbc.dialect.Dialect;
import io.onceward.log.CommonCause;
import io.onceward.queue.Side;
import io.onceward.queue.store.AdminStore.Found;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Finds rows by a filter, in the order of their positions. A step reads a bounded number of rows in each segment, however few the filter takes. */
record QueueWalk(String datasource, Dialect dialect, QueueTables tables) {

    /** Most rows of each segment that a step reads if the filter compares columns beyond the index. */
    private static final int LOOK = 10_000;

    /** Fewest rows that a step reads to find those with a cause: no column has it, so errors are compared here. */
    private static final int CAUSES = 1000;

    /** Returns the columns of a summary. */
    String columns() {
        return "seq, id, aggregatetype, aggregateid, type, state, " + tables.destinationColumn()
                + " AS target, createdat, availableat, attempts, lasterror";
    }

    Found step(Connection connection, EventFilter filter, Collection<EventState> states, long after, int limit)
            throws SQLException {
        Long position = filter.position();
        if (states.isEmpty() || (position != null && position <= Math.max(after, 0))) {
            return new Found(List.of(), after, false);
        }
        FilterCondition condition = new FilterCondition(filter, dialect);
        List<Segment> segments = new QueueNames(dialect, tables).segments(connection, filter.queue(), states);
        long from = position == null ? after : position - 1;
        long to = position == null ? Long.MAX_VALUE : position;
        if (position == null && !condition.isEmpty()) {
            for (Segment segment : segments) {
                to = Math.min(to, bound(connection, segment, from));
            }
        }
        int most = filter.cause() == null ? limit : Math.max(limit, CAUSES);
        List<EventSummary> found = new ArrayList<>();
        for (Segment segment : segments) {
            found.addAll(read(connection, segment, condition, from, to, most));
        }
        found.sort(Comparator.comparingLong(EventSummary::position));
        Found read = upTo(to, found, most);
        if (filter.cause() == null) {
            return position == null ? read : new Found(read.events(), read.last(), false);
        }
        List<EventSummary> ofCause = read.events().stream()
                .filter(event -> CommonCause.of(event.error()).equals(filter.cause()))
                .toList();
        Found taken = upTo(read.last(), ofCause, limit);
        return new Found(taken.events(), taken.last(), position == null && (read.more() || taken.more()));
    }

    /** Returns the first events, and where the rows that were not read begin. */
    private static Found upTo(long last, List<EventSummary> events, int limit) {
        return events.size() < limit
                ? new Found(events, last, last < Long.MAX_VALUE)
                : new Found(events.subList(0, limit), events.get(limit - 1).position(), true);
    }

    /** Returns the position of the last row that a step may read in a segment. */
    private long bound(Connection connection, Segment segment, long from) throws SQLException {
        String rows = "SELECT seq FROM " + tables.rows() + " WHERE " + segment.where() + " AND seq > ? ORDER BY "
                + tables.indexOrder();
        try (PreparedStatement statement = connection.prepareStatement(dialect.row(rows, LOOK))) {
            statement.setLong(segment.bind(statement, 0) + 1, from);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? row.getLong(1) : Long.MAX_VALUE;
            }
        }
    }

    private List<EventSummary> read(
            Connection connection, Segment segment, FilterCondition condition, long from, long to, int limit)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql(segment, condition))) {
            int i = segment.bind(statement, 0);
            statement.setLong(++i, from);
            statement.setLong(++i, to);
            i = condition.bind(statement, i);
            statement.setInt(++i, limit);
            try (ResultSet row = statement.executeQuery()) {
                List<EventSummary> found = new ArrayList<>();
                while (row.next()) {
                    found.add(summary(row));
                }
                return found;
            }
        }
    }

    String sql(Segment segment, FilterCondition condition) {
        return dialect.limited("SELECT " + columns() + " FROM " + tables.rows() + " WHERE " + segment.where()
                + " AND seq > ? AND seq <= ?" + condition.sql() + " ORDER BY " + tables.indexOrder());
    }

    EventSummary summary(ResultSet row) throws SQLException {
        String destination = row.getString("target");
        return new FoundEvent(
                datasource,
                row.getLong("seq"),
                row.getString("id"),
                row.getString("aggregatetype"),
                tables.side() == Side.INBOX ? destination : null,
                row.getString("aggregateid"),
                row.getString("type"),
                EventState.valueOf(row.getString("state")),
                destination,
                time(row, "createdat"),
                time(row, "availableat"),
                row.getInt("attempts"),
                row.getString("lasterror"));
    }

    /** Returns {@code null} for what another writer left and is no time, such as MySQL's year 0: operators must see the other columns. */
    private Instant time(ResultSet row, String column) {
        try {
            return dialect.instant(row, column);
        } catch (SQLException | RuntimeException e) {
            return null;
        }
    }
}
