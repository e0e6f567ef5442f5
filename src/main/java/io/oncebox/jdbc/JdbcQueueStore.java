// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc;

import io.oncebox.api.EventState;
import io.oncebox.jdbc.dialect.Dialect;
import io.oncebox.queue.Batch;
import io.oncebox.queue.Exclusions;
import io.oncebox.queue.LockedLanes;
import io.oncebox.queue.OrderKey;
import io.oncebox.queue.QueueStore;
import io.oncebox.queue.QueuedEvent;
import io.oncebox.queue.TakenLanes;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

final class JdbcQueueStore implements QueueStore {

    private static final String ARCHIVED =
            "id, aggregatetype, aggregateid, type, payload, contenttype, headers, destination, createdat, attempts";

    private static final String PENDING = "state = 'PENDING'";

    private final Jdbc jdbc;
    private final Dialect dialect;
    private final EventSelect events;
    private final LaneRows lanes;
    private final QueueTables tables;
    private final String rows;
    private final String hasWork;
    private final String due;

    JdbcQueueStore(Jdbc jdbc, Dialect dialect, QueueTables tables) {
        this.jdbc = jdbc;
        this.dialect = dialect;
        this.tables = tables;
        lanes = new LaneRows(dialect, tables);
        events = new EventSelect(dialect, lanes, tables);
        this.due = "state IN ('DELAYED', 'RETRYING') AND availableat <= " + dialect.now();
        rows = tables.rows();
        String work = " EXISTS (SELECT 1 FROM " + rows + " WHERE " + events.ownQueues();
        hasWork = "SELECT 1 FROM " + tables.lanes() + " WHERE " + tables.ownLanes() + " AND lane = 0 AND (" + work
                + PENDING + ") OR" + work + due + "))";
    }

    @Override
    public boolean hasWork() {
        return jdbc.run("look for events", connection -> {
            try (PreparedStatement statement = connection.prepareStatement(hasWork)) {
                events.bindOwnQueues(statement, events.bindOwnQueues(statement, tables.bindOwnLanes(statement, 0)));
                try (ResultSet row = statement.executeQuery()) {
                    return row.next();
                }
            }
        });
    }

    @Override
    public TakenLanes take(int share, int shares, int limit, Exclusions except) {
        return jdbc.run(
                "lock lanes",
                connection -> shares == 1 && dialect.severalInOneCall()
                        ? takeInOneCall(connection, limit, except)
                        : lockThenRead(connection, share, shares, limit, except));
    }

    private TakenLanes lockThenRead(Connection connection, int share, int shares, int limit, Exclusions except)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(dialect.beginCycle() + lanes.lock(shares))) {
            lanes.bindLock(statement, share, shares);
            LockedLanes locked = lanes.read(firstRows(statement));
            Batch pending = locked.isEmpty() ? Batch.EMPTY : pending(connection, locked, limit, except);
            return new TakenLanes(locked, pending);
        }
    }

    /** Reads events of all lanes before it knows which lanes it has locked; nearly always it locks all of them. */
    private TakenLanes takeInOneCall(Connection connection, int limit, Exclusions except) throws SQLException {
        String sql = dialect.beginCycle() + lanes.lock(1) + "; " + events.sql(PENDING, tables.indexOrder(), except);
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            events.bind(statement, lanes.bindLock(statement, 0, 1), limit, except);
            LockedLanes locked = lanes.read(firstRows(statement));
            if (locked.isEmpty()) {
                return new TakenLanes(locked, Batch.EMPTY);
            }
            statement.getMoreResults();
            Batch read = events.read(statement.getResultSet(), limit);
            boolean othersFilledTheBatch = read.more() && !locked.all();
            return new TakenLanes(
                    locked, othersFilledTheBatch ? pending(connection, locked, limit, except) : read.in(locked));
        }
    }

    private Batch pending(Connection connection, LockedLanes locked, int limit, Exclusions except) throws SQLException {
        return events.run(connection, PENDING, tables.indexOrder(), locked, limit, except);
    }

    /** Skips the statements that return no rows. */
    private static ResultSet firstRows(PreparedStatement statement) throws SQLException {
        boolean rows = statement.execute();
        while (!rows) {
            rows = statement.getMoreResults();
        }
        return statement.getResultSet();
    }

    @Override
    public Batch due(LockedLanes locked, int limit, Exclusions except) {
        return jdbc.run("read due events", connection -> events.run(connection, due, "seq", locked, limit, except));
    }

    @Override
    public Set<OrderKey> retryingKeys(LockedLanes locked) {
        return keys("state = 'RETRYING'", locked);
    }

    @Override
    public Set<OrderKey> retryingOrParkedKeys(LockedLanes locked) {
        return keys("state IN ('RETRYING', 'PARKED')", locked);
    }

    private Set<OrderKey> keys(String which, LockedLanes locked) {
        return jdbc.run("read blocked keys", connection -> keys(connection, which, locked));
    }

    /** Reads the keys of all rows in the lanes, also of channels that only another node publishes: they share the lanes. */
    private Set<OrderKey> keys(Connection connection, String which, LockedLanes locked) throws SQLException {
        String sql = "SELECT DISTINCT " + tables.queueColumn() + ", aggregateid FROM " + rows + " WHERE "
                + tables.rowsInOwnLanes() + which + " AND aggregateid IS NOT NULL" + lanes.in(locked);
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            lanes.bind(statement, tables.bindRowsInOwnLanes(statement, 0), locked);
            try (ResultSet row = statement.executeQuery()) {
                Set<OrderKey> keys = new HashSet<>();
                while (row.next()) {
                    keys.add(new OrderKey(row.getString(1), row.getString(2)));
                }
                return keys;
            }
        }
    }

    @Override
    public void block(List<QueuedEvent> events) {
        jdbc.run("block events", connection -> {
            RowsByState rowsByState = new RowsByState(connection, dialect, rows);
            Set<String> processed = tables.processed(
                    connection, events.stream().map(event -> event.event().id()).toList());
            Map<Boolean, List<QueuedEvent>> done = events.stream()
                    .collect(Collectors.partitioningBy(
                            event -> processed.contains(event.event().id())));
            for (Map.Entry<EventState, List<Long>> entry :
                    seqsByState(done.get(true)).entrySet()) {
                rowsByState.delete(entry.getKey(), entry.getValue());
            }
            for (Map.Entry<EventState, List<Long>> entry :
                    seqsByState(done.get(false)).entrySet()) {
                rowsByState.update("state = 'BLOCKED', availableat = NULL", entry.getKey(), entry.getValue());
            }
            return null;
        });
    }

    @Override
    public void unblock(LockedLanes locked, Set<OrderKey> stillBlocked) {
        jdbc.run("unblock events", connection -> {
            BlockedRows blocked = new BlockedRows(connection, dialect, tables);
            for (OrderKey key : keys(connection, "state = 'BLOCKED'", locked)) {
                if (!stillBlocked.contains(key)) {
                    blocked.release(key);
                }
            }
            if (stillBlocked.isEmpty()) {
                lanes.setHeld(connection, locked.held(), false);
            }
            return null;
        });
    }

    @Override
    public boolean retryLater(LockedLanes locked, QueuedEvent event, Duration delay, String error) {
        return jdbc.run("schedule a retry", connection -> {
            Instant at = dialect.now(connection).plus(delay);
            return refused(connection, locked, event, EventState.RETRYING, at, error);
        });
    }

    @Override
    public boolean park(LockedLanes locked, QueuedEvent event, String error) {
        return jdbc.run(
                "park an event", connection -> refused(connection, locked, event, EventState.PARKED, null, error));
    }

    @Override
    public List<MalformedRow> parkMalformedRows(int limit) {
        return jdbc.run("look for malformed rows", connection -> {
            try (Statement statement = connection.createStatement()) {
                if (!dialect.beginCycle().isEmpty()) {
                    statement.execute(dialect.beginCycle());
                }
            }
            return new MalformedRows(connection, dialect, events, lanes, rows).park(limit);
        });
    }

    private boolean refused(
            Connection connection,
            LockedLanes locked,
            QueuedEvent event,
            EventState state,
            Instant availableAt,
            String error)
            throws SQLException {
        int number = locked.of(event.event());
        if (!locked.numbers().contains(number) && !lanes.lock(connection, number, locked.total())) {
            return false;
        }
        String sql = "UPDATE " + rows + " SET state = ?, attempts = ?, availableat = ?, lasterror = ?, slot = ?"
                + " WHERE state = ? AND seq = ?";
        try (PreparedStatement statement = connection.prepareStatement(dialect.underLocks(sql))) {
            statement.setString(1, state.name());
            statement.setInt(2, event.attempts() + 1);
            statement.setObject(3, dialect.timestamp(availableAt));
            statement.setString(4, ErrorText.fitting(error));
            statement.setInt(5, event.event().slot());
            statement.setString(6, event.state().name());
            statement.setLong(7, event.seq());
            if (statement.executeUpdate() == 0) {
                return false;
            }
        }
        lanes.setHeld(connection, List.of(number), true);
        return true;
    }

    @Override
    public void remove(List<QueuedEvent> events) {
        jdbc.run("remove published events", connection -> {
            RowsByState rowsByState = new RowsByState(connection, dialect, rows);
            for (Map.Entry<EventState, List<Long>> entry : seqsByState(events).entrySet()) {
                if (tables.archive().isPresent()) {
                    String archive = tables.archive().get();
                    rowsByState.run(
                            count -> dialect.copy(rows, archive, ARCHIVED, count), entry.getKey(), entry.getValue());
                }
                rowsByState.delete(entry.getKey(), entry.getValue());
            }
            return null;
        });
    }

    private static Map<EventState, List<Long>> seqsByState(List<QueuedEvent> events) {
        Map<EventState, List<Long>> seqs = new EnumMap<>(EventState.class);
        for (QueuedEvent event : events) {
            seqs.computeIfAbsent(event.state(), state -> new ArrayList<>()).add(event.seq());
        }
        return seqs;
    }
}
