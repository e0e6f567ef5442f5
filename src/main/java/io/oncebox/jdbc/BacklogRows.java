// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc;

import io.oncebox.api.Backlog;
import io.oncebox.api.EventState;
import io.oncebox.jdbc.dialect.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Counts the backlog of each queue. It reads along the index and stops at a bound, so that millions of rows cost no more. */
record BacklogRows(String datasource, Dialect dialect, QueueTables tables) {

    /** Most rows of each segment that are counted. */
    static final int COUNTED = 10_000;

    /** The states that have an error; their newest rows are counted, so that the last error is among them. */
    private static final Set<EventState> REFUSED = EnumSet.of(EventState.RETRYING, EventState.PARKED);

    /** The figures of one queue. */
    private static final class Figures {
        private final Map<EventState, Long> counts = new EnumMap<>(EventState.class);
        private final Map<EventState, Long> newest = new EnumMap<>(EventState.class);
        private long due;
        private Instant oldestDue;

        private long count(EventState state) {
            return counts.getOrDefault(state, 0L);
        }

        private void add(Counted rows) {
            counts.put(rows.state(), rows.count());
            due += rows.due();
            if (rows.oldestDue() != null
                    && (oldestDue == null || rows.oldestDue().isBefore(oldestDue))) {
                oldestDue = rows.oldestDue();
            }
            if (REFUSED.contains(rows.state())) {
                newest.put(rows.state(), rows.newest());
            }
        }
    }

    /** The rows of one queue and state that were counted. */
    private record Counted(String queue, EventState state, long count, long due, Instant oldestDue, long newest) {}

    List<Backlog> read(Connection connection, Collection<String> known, Set<String> paused) throws SQLException {
        Map<String, Figures> queues = new TreeMap<>();
        known.forEach(queue -> queues.put(queue, new Figures()));
        paused.forEach(queue -> queues.put(queue, new Figures()));
        List<Segment> longer = new ArrayList<>();
        for (Segment segment : tables.segments(connection, null, EnumSet.allOf(EventState.class))) {
            List<Counted> counted = count(connection, segment);
            for (Counted rows : counted) {
                queues.computeIfAbsent(rows.queue(), queue -> new Figures()).add(rows);
            }
            if (counted.stream().mapToLong(Counted::count).sum() >= COUNTED) {
                longer.add(segment);
            }
        }
        Instant now = dialect.now(connection);
        List<Backlog> backlogs = new ArrayList<>();
        for (Map.Entry<String, Figures> queue : queues.entrySet()) {
            String value = tables.queueValue(queue.getKey());
            boolean atLeast = longer.stream().anyMatch(segment -> segment.mayHold(value));
            backlogs.add(backlog(
                    connection, queue.getKey(), queue.getValue(), atLeast, now, paused.contains(queue.getKey())));
        }
        return backlogs;
    }

    private Backlog backlog(
            Connection connection, String queue, Figures figures, boolean atLeast, Instant now, boolean paused)
            throws SQLException {
        Duration oldest = figures.oldestDue == null ? null : Duration.between(figures.oldestDue, now);
        return new QueueFigures(
                datasource,
                queue,
                figures.count(EventState.PENDING),
                figures.due,
                figures.count(EventState.DELAYED),
                figures.count(EventState.RETRYING),
                figures.count(EventState.BLOCKED),
                figures.count(EventState.PARKED),
                atLeast,
                oldest != null && oldest.isNegative() ? Duration.ZERO : oldest,
                lastError(connection, figures.newest),
                paused);
    }

    /** Returns the statement for a segment. Blocked and parked events are not due: they wait for more than their time. */
    String sql(Segment segment) {
        boolean fromTheEnd = REFUSED.contains(segment.state());
        String due = segment.state() == EventState.BLOCKED || segment.state() == EventState.PARKED
                ? "1 = 0"
                : "(availableat IS NULL OR availableat <= " + dialect.now() + ")";
        String rows = "SELECT " + tables.queueColumn() + " AS queue, createdat, availableat, seq FROM " + tables.rows()
                + " WHERE " + segment.where() + " ORDER BY "
                + (fromTheEnd ? tables.indexOrderFromTheEnd() : tables.indexOrder());
        return "SELECT queue, COUNT(*) AS counted, SUM(CASE WHEN " + due + " THEN 1 ELSE 0 END) AS due,"
                + " MIN(CASE WHEN " + due + " THEN COALESCE(availableat, createdat) END) AS oldest, MAX(seq) AS newest"
                + " FROM (" + dialect.limited(rows, COUNTED) + ") AS looked GROUP BY queue";
    }

    private List<Counted> count(Connection connection, Segment segment) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql(segment))) {
            segment.bind(statement, 0);
            try (ResultSet row = statement.executeQuery()) {
                List<Counted> counted = new ArrayList<>();
                while (row.next()) {
                    counted.add(new Counted(
                            tables.queue(row.getString("queue")),
                            segment.state(),
                            row.getLong("counted"),
                            row.getLong("due"),
                            dialect.instant(row, "oldest"),
                            row.getLong("newest")));
                }
                return counted;
            }
        }
    }

    private String lastError(Connection connection, Map<EventState, Long> newest) throws SQLException {
        Map.Entry<EventState, Long> last =
                newest.entrySet().stream().max(Map.Entry.comparingByValue()).orElse(null);
        if (last == null) {
            return null;
        }
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT lasterror FROM " + tables.rows() + " WHERE state = ? AND seq = ?")) {
            statement.setString(1, last.getKey().name());
            statement.setLong(2, last.getValue());
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? row.getString(1) : null;
            }
        }
    }
}
