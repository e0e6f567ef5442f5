// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.api.EventState;
import io.onceward.api.OncewardException;
import io.onceward.inbox.MessageIdentities;
import io.onceward.jdbc.dialect.Dialect;
import io.onceward.jdbc.dialect.Sentinel;
import io.onceward.jdbc.dialect.SqlFailure;
import io.onceward.log.Causes;
import io.onceward.queue.Side;
import io.onceward.queue.store.Batch;
import io.onceward.queue.store.Lanes;
import io.onceward.queue.store.LeftOut;
import io.onceward.queue.store.Passed;
import io.onceward.queue.store.QueueReading;
import io.onceward.queue.store.QueueStore;
import io.onceward.queue.store.QueuedEvent;
import io.onceward.queue.store.ReadRange;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.stream.Collectors;

final class JdbcQueueStore implements QueueStore {

    private final Jdbc jdbc;
    private final Dialect dialect;
    private final QueueTables tables;
    private final String name;
    private final LaneReader reader;
    private final LaneRows lanes;
    private final String hasWork;
    private volatile Boolean early;

    JdbcQueueStore(String datasource, Jdbc jdbc, Dialect dialect, QueueTables tables, String name) {
        this.jdbc = jdbc;
        this.dialect = dialect;
        this.tables = tables;
        this.name = name;
        this.lanes = new LaneRows(datasource, dialect, tables, name);
        this.reader = new LaneReader(dialect, tables, name, new EventSelect(dialect, tables, name), lanes);
        this.hasWork = "SELECT 1 FROM " + tables.lanes() + " WHERE " + tables.laneColumn() + " = ? AND lane = 0 AND "
                + EventSelect.work(dialect, tables, "?");
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Side side() {
        return tables.side();
    }

    @Override
    public boolean leavesOutMany() {
        return dialect.leavesOutMany();
    }

    @Override
    public boolean hasWork() {
        return jdbc.run("look for events", connection -> new Query<>(
                        hasWork,
                        (statement, index) -> {
                            statement.setString(index + 1, name);
                            statement.setString(index + 2, name);
                            statement.setString(index + 3, name);
                            return index + 3;
                        },
                        ResultSet::next)
                .run(connection));
    }

    @Override
    public boolean take(String owner, Set<Integer> wanted, int limit) {
        return jdbc.run("take lanes", connection -> {
            dialect.begin(connection);
            try {
                return lanes.take(connection, owner, wanted, limit);
            } catch (SQLException e) {
                if (dialect.failure(e) == SqlFailure.CONFLICT) {
                    return false; // another node has just taken these lanes, and this transaction is undone
                }
                throw e;
            }
        });
    }

    @Override
    public void release(String owner, Collection<Integer> numbers) {
        jdbc.run("release lanes", connection -> {
            dialect.begin(connection);
            lanes.release(connection, owner, numbers);
            return null;
        });
    }

    @Override
    public Lanes lanes(String owner) {
        return jdbc.run("read lanes", connection -> lanes.owned(owner).run(connection));
    }

    @Override
    public void begin() {
        jdbc.run("begin a transaction", connection -> {
            dialect.begin(connection);
            return null;
        });
    }

    @Override
    public QueueReading read(Lanes owned, ReadRange range, boolean withDue, LeftOut except, boolean blockKey) {
        return jdbc.run(
                "read events",
                connection -> owned.isEmpty()
                        ? new QueueReading(
                                Batch.EMPTY,
                                Batch.EMPTY,
                                lanes.owned(owned.owner()).run(connection),
                                Map.of(),
                                Passed.NONE)
                        : reader.read(connection, owned, range, withDue, except, blockKey));
    }

    /** A handler commits after it has read its message, which makes it durable. */
    @Override
    public boolean mayLoseReads() {
        if (early == null) {
            Optional<String> durable = side() == Side.OUTBOX ? dialect.showsOnlyDurable() : Optional.empty();
            early = durable.isPresent()
                    && !jdbc.run("look for the log", new Query<>(durable.get(), Query.NONE, ResultSet::next)::run);
        }
        return early;
    }

    @Override
    public void makeDurable() {
        jdbc.run("make events durable", connection -> {
            Sentinel row = dialect.row(tables.names().inbox());
            return row.stands(connection, row.set(connection));
        });
    }

    @Override
    public Set<Integer> lock(Lanes before, Set<Integer> numbers) {
        if (numbers.isEmpty()) {
            return Set.of();
        }
        return jdbc.run("lock lanes", connection -> {
            Lanes locked = lanes.lock(connection, before.owner(), numbers);
            return numbers.stream().filter(lane -> before.hasSame(lane, locked)).collect(Collectors.toSet());
        });
    }

    @Override
    public Set<Long> locked(List<QueuedEvent> events) {
        return jdbc.run("lock events", connection -> {
            Set<Long> locked = new HashSet<>();
            for (Map.Entry<EventState, NavigableMap<Long, String>> rows :
                    byState(events).entrySet()) {
                locked.addAll(in(connection, rows.getKey()).locked(rows.getValue()));
            }
            return locked;
        });
    }

    @Override
    public void block(List<QueuedEvent> blocked) {
        jdbc.run("block events", connection -> {
            int total = lanes.total(connection);
            lanes.hold(
                    connection,
                    blocked.stream().map(event -> event.event().slot() % total).collect(Collectors.toSet()));
            Set<String> processed = processed(connection, blocked);
            Map<Boolean, List<QueuedEvent>> done = blocked.stream()
                    .collect(Collectors.partitioningBy(
                            event -> claimed(event).filter(processed::contains).isPresent()));
            for (Map.Entry<EventState, NavigableMap<Long, String>> rows :
                    byState(done.get(true)).entrySet()) {
                in(connection, rows.getKey()).delete(rows.getValue());
            }
            for (Map.Entry<EventState, NavigableMap<Long, String>> rows :
                    byState(done.get(false)).entrySet()) {
                in(connection, rows.getKey()).update("state = 'BLOCKED', availableat = NULL", rows.getValue());
            }
            return null;
        });
    }

    private RowsByState in(Connection connection, EventState state) {
        return new RowsByState(connection, dialect, tables, name, state);
    }

    private static Map<EventState, NavigableMap<Long, String>> byState(List<QueuedEvent> events) {
        Map<EventState, NavigableMap<Long, String>> byState = new EnumMap<>(EventState.class);
        for (QueuedEvent event : events) {
            byState.computeIfAbsent(event.state(), state -> new TreeMap<>())
                    .put(event.seq(), event.event().id());
        }
        return byState;
    }

    /** Returns the identity by which a message is claimed; empty for a malformed row, which may be a local event. */
    private static Optional<String> claimed(QueuedEvent message) {
        return message.defect() == null ? MessageIdentities.claimed(message.event()) : Optional.empty();
    }

    /** Returns the identities of messages whose effects have committed, without locks for which a claim would wait. */
    private Set<String> processed(Connection connection, List<QueuedEvent> messages) throws SQLException {
        List<String> identities =
                messages.stream().flatMap(message -> claimed(message).stream()).toList();
        if (tables.claims().isEmpty() || identities.isEmpty()) {
            return Set.of();
        }
        String sql = "SELECT messageid FROM " + tables.claims().get() + " WHERE handler = ? AND messageid IN ("
                + String.join(", ", Collections.nCopies(identities.size(), "?")) + ")";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, name);
            int i = 1;
            for (String identity : identities) {
                statement.setString(++i, identity);
            }
            try (ResultSet row = statement.executeQuery()) {
                Set<String> processed = new HashSet<>();
                while (row.next()) {
                    processed.add(row.getString(1));
                }
                return processed;
            }
        }
    }

    @Override
    public boolean unblock(Set<Integer> numbers, int total, Collection<QueuedEvent> ended, boolean blockKey) {
        return jdbc.run("unblock events", connection -> {
            boolean more = new BlockedRows(connection, dialect, tables, name)
                    .unblock(blockKey, HeldRows.Key.of(ended, total, numbers));
            free(connection, numbers, total);
            return more;
        });
    }

    @Override
    public Unblocked unblock(Set<Integer> numbers, int total, long after, boolean blockKey) {
        return jdbc.run("unblock events", connection -> {
            Unblocked unblocked =
                    new BlockedRows(connection, dialect, tables, name).unblock(blockKey, after, numbers, total);
            free(connection, numbers, total);
            return unblocked;
        });
    }

    private void free(Connection connection, Set<Integer> numbers, int total) throws SQLException {
        lanes.free(connection, new HeldRows(dialect, tables, name).lanesWithout(connection, numbers, total));
    }

    @Override
    public boolean retryLater(QueuedEvent event, int lane, Duration delay, String error) {
        return retry(event, lane, event.attempts() + 1, delay, error);
    }

    @Override
    public boolean retryUncounted(QueuedEvent event, int lane, Duration delay, String error) {
        return retry(event, lane, event.attempts(), delay, error);
    }

    private boolean retry(QueuedEvent event, int lane, int attempts, Duration delay, String error) {
        return jdbc.run("schedule a retry", connection -> {
            Instant at = dialect.now(connection).plus(delay);
            return refused(connection, event, lane, EventState.RETRYING, attempts, at, error);
        });
    }

    @Override
    public boolean park(QueuedEvent event, int lane, String error) {
        return jdbc.run(
                "park an event",
                connection -> refused(connection, event, lane, EventState.PARKED, event.attempts() + 1, null, error));
    }

    private boolean refused(
            Connection connection,
            QueuedEvent event,
            int lane,
            EventState state,
            int attempts,
            Instant availableAt,
            String error)
            throws SQLException {
        if (event.orderKey() != null) {
            lanes.hold(connection, List.of(lane));
        }
        String sql =
                "UPDATE " + tables.rows() + " SET state = ?, attempts = ?, availableat = ?, lasterror = ?, slot = ?"
                        + " WHERE " + tables.queueColumn() + " = ? AND state = ? AND seq = ? AND id = ?";
        try (PreparedStatement statement = connection.prepareStatement(dialect.withoutSnapshot(sql))) {
            statement.setString(1, state.name());
            statement.setInt(2, attempts);
            statement.setObject(3, dialect.timestamp(availableAt));
            statement.setString(4, ErrorText.fitting(error));
            statement.setInt(5, event.event().slot());
            statement.setString(6, name);
            statement.setString(7, event.state().name());
            statement.setLong(8, event.seq());
            statement.setString(9, event.event().id());
            return statement.executeUpdate() == 1;
        }
    }

    @Override
    public List<MalformedRow> parkMalformedRows(int limit) {
        return jdbc.run("look for malformed rows", connection -> {
            dialect.begin(connection);
            return new MalformedRows(connection, dialect, tables, name, lanes).park(limit);
        });
    }

    @Override
    public String lockHolders(long seq) {
        String found = "";
        for (String query : dialect.lockHolders(tables.rows(), tables.lanes(), seq)) {
            try {
                found = jdbc.run(
                        "look for locks",
                        connection -> new Query<String>(query, (s, i) -> i, JdbcQueueStore::texts).run(connection));
            } catch (OncewardException e) {
                return "unknown, because the database refuses to tell it: " + Causes.rootMessage(e);
            }
            if (!found.isEmpty()) {
                return found;
            }
        }
        return "unknown, because the database does not tell it";
    }

    private static String texts(ResultSet row) throws SQLException {
        StringJoiner texts = new StringJoiner("; ");
        while (row.next()) {
            texts.add(row.getString(1));
        }
        return texts.toString();
    }

    @Override
    public int remove(List<QueuedEvent> published) {
        return jdbc.run("remove published events", connection -> {
            int removed = 0;
            for (Map.Entry<EventState, NavigableMap<Long, String>> rows :
                    byState(published).entrySet()) {
                removed += in(connection, rows.getKey()).remove(rows.getValue());
            }
            return removed;
        });
    }
}
