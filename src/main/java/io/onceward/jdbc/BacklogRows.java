// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.api.Backlog;
import io.onceward.api.EventState;
import io.onceward.jdbc.dialect.Dialect;
import java.sql.Connection;
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

        /** Returns whether there may be more events than were counted. */
        private boolean isLowerBound() {
            return counts.values().stream().anyMatch(count -> count >= COUNTED);
        }

        private void add(EventState state, Counted rows) {
            counts.put(state, rows.count());
            due += rows.due();
            if (rows.oldestDue() != null
                    && (oldestDue == null || rows.oldestDue().isBefore(oldestDue))) {
                oldestDue = rows.oldestDue();
            }
            if (REFUSED.contains(state)) {
                newest.put(state, rows.newest());
            }
        }
    }

    /** The rows of one segment that were counted. */
    private record Counted(long count, long due, Instant oldestDue, long newest) {}

    List<Backlog> read(Connection connection, Collection<String> known, Set<String> paused) throws SQLException {
        Map<String, Figures> queues = new TreeMap<>();
        known.forEach(queue -> queues.put(queue, new Figures()));
        paused.forEach(queue -> queues.put(queue, new Figures()));
        QueueNames names = new QueueNames(dialect, tables);
        for (Segment segment : names.segments(connection, null, EnumSet.allOf(EventState.class))) {
            Counted counted = count(connection, segment);
            if (counted.count() > 0) {
                queues.computeIfAbsent(segment.queue(), queue -> new Figures()).add(segment.state(), counted);
            }
        }
        Instant now = dialect.now(connection);
        List<Backlog> backlogs = new ArrayList<>();
        for (Map.Entry<String, Figures> queue : queues.entrySet()) {
            backlogs.add(backlog(connection, queue.getKey(), queue.getValue(), now, paused.contains(queue.getKey())));
        }
        return backlogs;
    }

    private Backlog backlog(Connection connection, String queue, Figures figures, Instant now, boolean paused)
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
                figures.isLowerBound(),
                oldest != null && oldest.isNegative() ? Duration.ZERO : oldest,
                lastError(connection, queue, figures.newest),
                paused);
    }

    /** Returns the statement for a segment. Blocked and parked events are not due: they wait for more than their time. */
    String sql(Segment segment) {
        boolean fromTheEnd = REFUSED.contains(segment.state());
        String due = segment.state() == EventState.BLOCKED || segment.state() == EventState.PARKED
                ? "1 = 0"
                : "(availableat IS NULL OR availableat <= " + dialect.now() + ")";
        String rows = "SELECT createdat, availableat, seq FROM " + tables.rows() + " WHERE " + segment.where()
                + " ORDER BY " + (fromTheEnd ? tables.indexOrderFromTheEnd() : tables.indexOrder());
        return "SELECT COUNT(*) AS counted, SUM(CASE WHEN " + due + " THEN 1 ELSE 0 END) AS due,"
                + " MIN(CASE WHEN " + due + " THEN COALESCE(availableat, createdat) END) AS oldest, MAX(seq) AS newest"
                + " FROM (" + dialect.limited(rows, COUNTED) + ") AS looked";
    }

    private Counted count(Connection connection, Segment segment) throws SQLException {
        return new Query<>(sql(segment), segment::bind, row -> {
                    row.next();
                    return new Counted(
                            row.getLong("counted"),
                            row.getLong("due"),
                            dialect.instant(row, "oldest"),
                            row.getLong("newest"));
                })
                .run(connection);
    }

    private String lastError(Connection connection, String queue, Map<EventState, Long> newest) throws SQLException {
        Map.Entry<EventState, Long> last =
                newest.entrySet().stream().max(Map.Entry.comparingByValue()).orElse(null);
        if (last == null) {
            return null;
        }
        Segment segment = new Segment(tables.queueColumn(), queue, last.getKey());
        return new Query<>(
                        "SELECT lasterror FROM " + tables.rows() + " WHERE " + segment.where() + " AND seq = ?",
                        (statement, index) -> {
                            int i = segment.bind(statement, index);
                            statement.setLong(++i, last.getValue());
                            return i;
                        },
                        row -> row.next() ? row.getString(1) : null)
                .run(connection);
    }
}
