// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.api.EventState;
import io.onceward.inbox.PayloadShape;
import io.onceward.jdbc.dialect.Dialect;
import io.onceward.jdbc.dialect.Sentinel;
import io.onceward.log.DatabaseErrors;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.Side;
import io.onceward.queue.store.AppendStore;
import io.onceward.queue.store.FreshEvent;
import io.onceward.queue.store.OrderKey;
import io.onceward.queue.store.QueuedEvent;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** Appends rows that a relay deletes. */
public final class JdbcAppendStore implements AppendStore {

    /** The state of a probe. */
    public static final String PROBE = "PROBE";

    /** The channel and the destination of probes: the database finds these rows by its index. */
    private static final String PROBE_CHANNEL = "onceward.probe";

    private static final String PROBE_DESTINATION = "none:";

    private static final String PROBES = "aggregatetype = '" + PROBE_CHANNEL + "' AND destination = '"
            + PROBE_DESTINATION + "' AND state = '" + PROBE + "'";

    private static final Duration STALE_PROBE = Duration.ofDays(1);

    /** The events among which an event that is parked again is found: its broker redelivers it soon. */
    private static final int PARKED_LAST = 1000;

    /** Rows in one statement, if the batch has that many: a database inserts them much faster than one by one. */
    public static final int ROWS = 50;

    /** Larger events are inserted one by one: a statement must fit into a packet, by default 16 MB on MariaDB. */
    private static final int LARGE = 64 << 10;

    private final Jdbc jdbc;
    private final Dialect dialect;

    /** Whether fewer rows are one statement, too: an event has a row for each of its handlers. */
    private final boolean oneStatement;

    private final Side side;
    private final Sentinel sentinel;
    private final String table;

    /** Whether a row has the shape of its payload, for the rehearsal of handlers. */
    private final boolean hasShape;

    private final int columns;
    private final String oneRow;
    private final HeadersJson headers = new HeadersJson();
    private final String insert;
    private final String insertRows;

    /** Inserts one event if a sentinel stands; {@code null} if the database can't. */
    private final String insertIfStanding;

    /** Does the same, and looks for the other events of its key; {@code null} if the database can't. */
    private final String insertAndLook;

    /** Whether a status of the transaction says what has become of it; {@code null} before the first event. It is the same for each connection. */
    private volatile Boolean answersCommits;

    private final String insertParked;
    private final String isParked;
    private final String probe;
    private final String removeProbe;
    private final QueueNames names;
    private final String countWaiting;

    JdbcAppendStore(Jdbc jdbc, Dialect dialect, QueueTables tables, Sentinel sentinel) {
        this.jdbc = jdbc;
        this.dialect = dialect;
        this.side = tables.side();
        this.sentinel = sentinel;
        this.oneStatement = side == Side.INBOX;
        this.hasShape = side == Side.INBOX;
        this.columns = hasShape ? 12 : 11;
        this.oneRow = "(?" + ", ?".repeat(columns - 1) + ")";
        this.table = tables.rows();
        String into = """
                INSERT INTO %s (id, aggregatetype, aggregateid, type, payload, contenttype, headers, %s, slot,
                 availableat, state%s""".formatted(table, tables.destinationColumn(), hasShape ? ", shape" : "");
        insert = into + ") VALUES " + oneRow;
        insertRows = insertOf(ROWS);
        String condition = sentinel.condition();
        String insertSelected = into + ") SELECT ?" + ", ?".repeat(columns - 1);
        insertIfStanding = condition == null ? null : insertSelected + " WHERE " + condition;
        insertAndLook = condition == null
                ? null
                : dialect.insertAndLook(insertSelected, condition, table, tables.queueColumn())
                        .orElse(null);
        insertParked = into + ", lasterror) VALUES (?" + ", ?".repeat(columns) + ")";
        String last = "SELECT id FROM " + table + " WHERE " + tables.queueColumn()
                + " = ? AND state = 'PARKED' ORDER BY " + tables.indexOrderFromTheEnd();
        isParked = "SELECT 1 FROM (" + dialect.limited(last, PARKED_LAST) + ") AS parked WHERE id = ?";
        probe = "SELECT 1 FROM " + table + " WHERE " + PROBES + " AND id = ?";
        removeProbe = "DELETE FROM " + table + " WHERE " + PROBES + " AND (id = ? OR createdat < ?)";
        names = new QueueNames(dialect, tables);
        String waiting = "SELECT 1 AS one FROM " + table + " WHERE " + tables.queueColumn()
                + " = ? AND state IN ('PENDING', 'RETRYING', 'BLOCKED')";
        countWaiting = "SELECT COUNT(*) FROM (" + dialect.limited(waiting) + ") AS waiting";
    }

    @Override
    public Optional<Boolean> write(List<RecordedEvent> events, String mark) {
        if (events.size() == 1 && mark != null && insertIfStanding != null) {
            return Optional.of(
                    jdbc.run("record events", connection -> writeIfStanding(connection, events.get(0), mark)));
        }
        int together = events.size() < ROWS || !areSmall(events) ? 0 : events.size() / ROWS * ROWS;
        jdbc.run("record events", connection -> {
            write(connection, insertRows, ROWS, events.subList(0, together));
            List<RecordedEvent> others = events.subList(together, events.size());
            int rows = oneStatement && others.size() > 1 && areSmall(others) ? others.size() : 1;
            write(connection, rows == 1 ? insert : insertOf(rows), rows, others);
            return null;
        });
        return Optional.empty();
    }

    private boolean writeIfStanding(Connection connection, RecordedEvent event, String mark) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(insertIfStanding)) {
            statement.setString(bind(statement, 0, event, initial(event)) + 1, sentinel.value(connection, mark));
            if (statement.executeUpdate() == 1) {
                return true;
            }
        }
        requireUndone(connection, mark);
        return false;
    }

    @Override
    public FreshEvent append(RecordedEvent event, String mark, long ticket) {
        if (insertAndLook == null || mark == null || event.deliverAt() != null || event.payload().length > LARGE) {
            return null;
        }
        if (Boolean.FALSE.equals(answersCommits)) {
            return null;
        }
        return jdbc.run("record events", connection -> {
            if (answersCommits == null) {
                answersCommits = dialect.answersCommits(connection);
            }
            if (!answersCommits) {
                return null;
            }
            try (PreparedStatement statement = connection.prepareStatement(insertAndLook)) {
                statement.setString(
                        bind(statement, 0, event, EventState.PENDING) + 1, sentinel.value(connection, mark));
                try (ResultSet row = statement.executeQuery()) {
                    if (row.next()) {
                        return fresh(row, event, ticket);
                    }
                }
            }
            requireUndone(connection, mark);
            return new FreshEvent(null, null, FreshEvent.NO_TICKET);
        });
    }

    /** Fails if the sentinel of an event that was not inserted stands: then the database has skipped the row. */
    private void requireUndone(Connection connection, String mark) throws SQLException {
        if (sentinel.stands(connection, mark)) {
            requireInserted(0, 1);
        }
    }

    /** On PostgreSQL, a trigger or a rule may skip rows without an error. */
    private void requireInserted(int inserted, int rows) {
        if (inserted < rows) {
            throw DatabaseErrors.statementRefused(
                    "write all rows of a transaction",
                    new SQLException("it has inserted " + inserted + " of " + rows + " rows into " + table
                            + "; a trigger or a rule of the table may skip rows"));
        }
    }

    private FreshEvent fresh(ResultSet row, RecordedEvent event, long ticket) throws SQLException {
        OrderKey key = event.key() == null ? null : new OrderKey(side.queueOf(event), event.key());
        QueuedEvent queued =
                new QueuedEvent(row.getLong(1), EventState.PENDING, 0, key, event, System.nanoTime(), null);
        Array seen = row.getArray(2);
        return seen == null
                ? new FreshEvent(queued, null, FreshEvent.NO_TICKET)
                : new FreshEvent(queued, Set.of((Long[]) seen.getArray()), ticket);
    }

    private static EventState initial(RecordedEvent event) {
        return event.deliverAt() == null ? EventState.PENDING : EventState.DELAYED;
    }

    /** Returns the statement that inserts a number of events. */
    public String insertOf(int rows) {
        return insert + (", " + oneRow).repeat(rows - 1);
    }

    /** Returns whether several of these events may be inserted by one statement. */
    public static boolean areSmall(List<RecordedEvent> events) {
        return events.stream().allMatch(event -> event.payload().length <= LARGE);
    }

    /** Writes events by a statement with this number of rows. A single execution needs no batch, which costs drivers more. */
    private void write(Connection connection, String sql, int rows, List<RecordedEvent> events) throws SQLException {
        if (events.isEmpty()) {
            return;
        }
        boolean once = events.size() == rows;
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            int index = 0;
            for (RecordedEvent event : events) {
                index = bind(statement, index, event, initial(event));
                if (!once && index == rows * columns) {
                    statement.addBatch();
                    index = 0;
                }
            }
            int inserted = once
                    ? statement.executeUpdate()
                    : IntStream.of(statement.executeBatch())
                            .map(count -> count == Statement.SUCCESS_NO_INFO ? rows : count)
                            .sum();
            requireInserted(inserted, events.size());
        }
    }

    @Override
    public boolean park(RecordedEvent event, String error) {
        return jdbc.run("park a message", connection -> {
            if (exists(connection, isParked, event.destination(), event.id())) {
                return false;
            }
            park(connection, event, error);
            return true;
        });
    }

    /** Appends a parked event, whatever the others. */
    void park(Connection connection, RecordedEvent event, String error) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(insertParked)) {
            int last = bind(statement, 0, event, EventState.PARKED);
            statement.setString(last + 1, ErrorText.fitting(error));
            requireInserted(statement.executeUpdate(), 1);
        }
    }

    /**
     * Gives the row of an event its payload and its headers, and further values.
     *
     * @param rows those of its queue and its state
     * @return whether the row was there
     */
    boolean update(RowsByState rows, String assignments, long position, RecordedEvent event) throws SQLException {
        String sql = "UPDATE " + table + " SET " + assignments + ", payload = ?, headers = ?"
                + (hasShape ? ", shape = ?" : "") + rows.one();
        try (PreparedStatement statement =
                rows.connection().prepareStatement(dialect.byIndex(dialect.withoutSnapshot(sql)))) {
            statement.setBytes(1, event.payload());
            statement.setString(2, headers.write(event.headers()));
            rows.bindOne(statement, hasShape ? bindShape(statement, 2, event) : 2, position, event.id());
            return dialect.updated(statement) == 1;
        }
    }

    private static int bindShape(PreparedStatement statement, int index, RecordedEvent event) throws SQLException {
        statement.setObject(index + 1, PayloadShape.of(event), Types.BIGINT);
        return index + 1;
    }

    @Override
    public void writeProbe(String id) {
        RecordedEvent event = new RecordedEvent(
                id, PROBE_CHANNEL, null, PROBE, new byte[0], "text/plain", Map.of(), PROBE_DESTINATION, 0, null);
        jdbc.run("record a probe", connection -> {
            try (PreparedStatement statement = connection.prepareStatement(insert)) {
                bind(statement, 0, event, PROBE);
                return statement.executeUpdate();
            }
        });
    }

    /** Binds an event; returns the last parameter that is bound. */
    public int bind(PreparedStatement statement, int index, RecordedEvent event, Object state) throws SQLException {
        int i = index;
        statement.setString(++i, event.id());
        statement.setString(++i, event.channel());
        statement.setString(++i, event.key());
        statement.setString(++i, event.type());
        statement.setBytes(++i, event.payload());
        statement.setString(++i, event.contentType());
        statement.setString(++i, headers.write(event.headers()));
        statement.setString(++i, event.destination());
        statement.setInt(++i, event.slot());
        statement.setObject(++i, dialect.timestamp(event.deliverAt()));
        statement.setString(++i, state.toString());
        return hasShape ? bindShape(statement, i, event) : i;
    }

    @Override
    public boolean hasProbe(String id) {
        return jdbc.run("read a probe", connection -> exists(connection, probe, id));
    }

    private static boolean exists(Connection connection, String sql, String... texts) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < texts.length; i++) {
                statement.setString(i + 1, texts[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next();
            }
        }
    }

    @Override
    public void removeProbe(String id) {
        jdbc.run("remove a probe", connection -> {
            try (PreparedStatement statement = connection.prepareStatement(removeProbe)) {
                statement.setString(1, id);
                statement.setObject(2, dialect.timestamp(dialect.now(connection).minus(STALE_PROBE)));
                return statement.executeUpdate();
            }
        });
    }

    @Override
    public int countWaiting(int limit) {
        return jdbc.run("count pending events", connection -> {
            int count = 0;
            for (String queue : names.read(connection)) {
                count += countWaiting(connection, queue, limit - count);
            }
            return count;
        });
    }

    private int countWaiting(Connection connection, String queue, int limit) throws SQLException {
        return new Query<>(
                        countWaiting,
                        (statement, index) -> {
                            statement.setString(index + 1, queue);
                            statement.setInt(index + 2, limit);
                            return index + 2;
                        },
                        row -> {
                            row.next();
                            return row.getInt(1);
                        })
                .run(connection);
    }
}
