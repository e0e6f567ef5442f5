// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.api.Backlog;
import io.onceward.api.EventDetails;
import io.onceward.api.EventFilter;
import io.onceward.api.EventState;
import io.onceward.api.EventSummary;
import io.onceward.api.Pause;
import io.onceward.jdbc.dialect.Dialect;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.Side;
import io.onceward.queue.store.AdminStore;
import io.onceward.queue.store.KeptOriginal;
import io.onceward.queue.store.QueuedEvent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

final class JdbcAdminStore implements AdminStore {

    private static final Set<EventState> ALL = EnumSet.allOf(EventState.class);
    private static final Set<EventState> PARKED = EnumSet.of(EventState.PARKED);
    private static final Set<EventState> WAITING = EnumSet.complementOf(EnumSet.of(EventState.PARKED));

    private static final String REQUEUED = "state = 'PENDING', attempts = 0";

    /** The condition for rows that are no {@linkplain KeptOriginal kept originals}. */
    static final String NOT_KEPT = "(lasterror IS NULL OR lasterror NOT LIKE '" + KeptOriginal.START + "%')";

    private static final String STATES =
            Arrays.stream(EventState.values()).map(state -> "'" + state + "'").collect(Collectors.joining(", "));

    private final String datasource;
    private final Jdbc jdbc;
    private final Dialect dialect;
    private final QueueTables tables;
    private final QueueWalk walk;
    private final BacklogRows backlog;
    private final JdbcAppendStore append;
    private final HeadersJson headers = new HeadersJson();

    /** @param append of the same tables */
    JdbcAdminStore(String datasource, Jdbc jdbc, Dialect dialect, QueueTables tables, JdbcAppendStore append) {
        this.datasource = datasource;
        this.jdbc = jdbc;
        this.dialect = dialect;
        this.tables = tables;
        this.append = append;
        this.walk = new QueueWalk(datasource, dialect, tables);
        this.backlog = new BacklogRows(datasource, dialect, tables);
    }

    @Override
    public String datasource() {
        return datasource;
    }

    @Override
    public Found find(EventFilter filter, long after, int limit) {
        return jdbc.run("find events", connection -> {
            execute(connection, dialect.readInIndexOrder());
            return walk.step(connection, filter, among(ALL, filter), after, limit);
        });
    }

    private static Set<EventState> among(Set<EventState> states, EventFilter filter) {
        Set<EventState> both = EnumSet.copyOf(states);
        if (!filter.states().isEmpty()) {
            both.retainAll(filter.states());
        }
        return both;
    }

    @Override
    public Optional<EventDetails> show(long position) {
        return jdbc.run(
                "show an event",
                connection -> at(
                        connection,
                        position,
                        walk.columns() + ", contenttype, headers, OCTET_LENGTH(payload) AS size",
                        this::details));
    }

    @Override
    public Optional<byte[]> payload(long position) {
        return jdbc.run(
                "read a payload", connection -> at(connection, position, "payload", row -> row.getBytes("payload")));
    }

    /** Reads the columns of a found row. */
    @FunctionalInterface
    private interface Columns<T> {
        T read(ResultSet row) throws SQLException;
    }

    private <T> Optional<T> at(Connection connection, long position, String names, Columns<T> columns)
            throws SQLException {
        List<String> queues = new QueueNames(dialect, tables).read(connection);
        if (queues.isEmpty()) {
            return Optional.empty();
        }
        String sql = "SELECT " + names + " FROM " + tables.rows() + " WHERE "
                + dialect.in(tables.queueColumn(), queues.size()) + " AND state IN (" + STATES + ") AND seq = ?";
        return new Query<>(
                        sql,
                        (statement, index) -> {
                            int i = dialect.bindTexts(statement, index, queues);
                            statement.setLong(++i, position);
                            return i;
                        },
                        row -> row.next() ? Optional.of(columns.read(row)) : Optional.<T>empty())
                .run(connection);
    }

    @Override
    public List<Shaped> shaped(String queue, Long after, int limit) {
        String rows = " FROM " + tables.rows() + " WHERE " + tables.queueColumn() + " = ? AND " + NOT_KEPT;
        String unordered = tables.side() == Side.INBOX ? " AND shape IS NULL" : ""; // InnoDB would sort all of them
        String sql = dialect.limited("SELECT " + EventRows.columns(dialect, tables)
                + (after == null ? rows + unordered : ", shape" + rows + " AND shape > ? ORDER BY handler, shape"));
        EventRows events = new EventRows(dialect, queue);
        return jdbc.run("read payloads", connection -> {
            execute(connection, dialect.readInIndexOrder());
            return new Query<>(
                            sql,
                            (statement, index) -> {
                                int i = index;
                                statement.setString(++i, queue);
                                if (after != null) {
                                    statement.setLong(++i, after);
                                }
                                statement.setInt(++i, limit);
                                return i;
                            },
                            row -> {
                                List<Shaped> found = new ArrayList<>();
                                for (long bytes = 0; bytes < MOST_BYTES && row.next(); ) {
                                    RecordedEvent event = events.read(row).event();
                                    if (event.payload() != null) {
                                        bytes += event.payload().length;
                                        found.add(new Shaped(event, after == null ? null : row.getLong("shape")));
                                    }
                                }
                                return found;
                            })
                    .run(connection);
        });
    }

    @Override
    public int countShaped(String queue, long shape, int limit) {
        String sql = dialect.limited(
                "SELECT 1 AS one FROM " + tables.rows() + " WHERE handler = ? AND shape = ? AND " + NOT_KEPT, limit);
        return jdbc.run("count payloads", connection -> new Query<>(
                        "SELECT COUNT(*) FROM (" + sql + ") AS counted",
                        (statement, index) -> {
                            statement.setString(index + 1, queue);
                            statement.setLong(index + 2, shape);
                            return index + 2;
                        },
                        row -> row.next() ? row.getInt(1) : 0)
                .run(connection));
    }

    private EventDetails details(ResultSet row) throws SQLException {
        return new FoundEventDetails(walk.summary(row), row.getString("contenttype"), headers(row), row.getInt("size"));
    }

    /** Returns no headers for a malformed text of another writer; the event was parked for it, and its error names it. */
    private Map<String, String> headers(ResultSet row) throws SQLException {
        String text = row.getString("headers");
        try {
            return headers.read(text);
        } catch (RuntimeException | StackOverflowError e) {
            return Map.of();
        }
    }

    @Override
    public Found requeue(EventFilter filter, long after, int limit) {
        return change(
                "requeue events",
                (rows, ids) -> rows.update(REQUEUED, ids),
                Predicate.not(KeptOriginal::is),
                PARKED,
                filter,
                after,
                limit);
    }

    @Override
    public boolean replace(long position, RecordedEvent edited, RecordedEvent kept, String error) {
        String queue = tables.side().queueOf(edited);
        EventFilter event =
                EventFilter.all().withQueue(queue).withId(edited.id()).at(datasource, position);
        Change change = (rows, ids) -> {
            if (!ids.isEmpty()
                    && Arrays.equals(editablePayload(rows, position, edited.id()), kept.payload())
                    && append.update(rows, REQUEUED, position, edited)) {
                append.park(rows.connection(), kept, error);
            } else {
                ids.clear();
            }
        };
        return !change("requeue an event", change, Predicate.not(KeptOriginal::is), PARKED, event, 0, 1)
                .events()
                .isEmpty();
    }

    /**
     * Returns the payload of one row; positions alone are unique only within a queue.
     *
     * @return {@code null} if the row is gone or malformed: an edit would lose what it can't read
     */
    private byte[] editablePayload(RowsByState rows, long position, String id) throws SQLException {
        EventRows events = new EventRows(dialect, rows.queue());
        return new Query<>(
                        "SELECT " + EventRows.columns(dialect, tables) + " FROM " + tables.rows() + rows.one(),
                        (statement, index) -> rows.bindOne(statement, index, position, id),
                        row -> {
                            QueuedEvent found = row.next() ? events.read(row) : null;
                            return found == null || found.defect() != null
                                    ? null
                                    : found.event().payload();
                        })
                .run(rows.connection());
    }

    @Override
    public Found discard(EventFilter filter, long after, int limit) {
        return change("discard events", RowsByState::delete, event -> true, PARKED, filter, after, limit);
    }

    @Override
    public Found purge(EventFilter filter, long after, int limit) {
        return change("purge events", RowsByState::delete, event -> true, WAITING, filter, after, limit);
    }

    /** A change of rows. It removes from the ids those that it leaves alone. */
    @FunctionalInterface
    private interface Change {
        void of(RowsByState rows, NavigableMap<Long, String> ids) throws SQLException;
    }

    /**
     * Changes events under the locks of their lanes, and changes the versions of the lanes, so that no relay writes what it has
     * read before. A relay may remove a published event meanwhile, and a handler removes its message first and may run for long: such an event
     * does not count as changed.
     */
    private Found change(
            String action,
            Change change,
            Predicate<EventSummary> which,
            Set<EventState> states,
            EventFilter filter,
            long after,
            int limit) {
        return jdbc.run(action, connection -> {
            execute(connection, dialect.seeLatest());
            Map<String, Set<Integer>> lanes = lockLanes(connection, filter.queue());
            execute(connection, dialect.readInIndexOrder());
            Found found = walk.step(connection, filter, among(states, filter), after, limit);
            Map<String, List<EventSummary>> byQueue =
                    found.events().stream().filter(which).collect(Collectors.groupingBy(EventSummary::queue));
            Set<Long> changed = new HashSet<>();
            for (Map.Entry<String, List<EventSummary>> queue : byQueue.entrySet()) {
                changed.addAll(change(connection, change, queue.getKey(), queue.getValue()));
                new LaneRows(datasource, dialect, tables, queue.getKey())
                        .invalidate(connection, lanes.getOrDefault(queue.getKey(), Set.of()));
            }
            return new Found(
                    found.events().stream()
                            .filter(event -> changed.contains(event.position()))
                            .toList(),
                    found.last(),
                    found.more());
        });
    }

    /** Changes events of one queue, and unblocks the events behind them; returns the positions of those that it changed. */
    private Set<Long> change(Connection connection, Change change, String queue, List<EventSummary> events)
            throws SQLException {
        Map<EventState, NavigableMap<Long, String>> byState = new EnumMap<>(EventState.class);
        for (EventSummary event : events) {
            byState.computeIfAbsent(event.state(), state -> new TreeMap<>()).put(event.position(), event.id());
        }
        Set<Long> changed = new HashSet<>();
        for (Map.Entry<EventState, NavigableMap<Long, String>> entry : byState.entrySet()) {
            RowsByState rows = new RowsByState(connection, dialect, tables, queue, entry.getKey());
            NavigableMap<Long, String> locked = rows.lockUnlocked(entry.getValue());
            change.of(rows, locked);
            changed.addAll(locked.keySet());
        }
        Set<String> keys = events.stream()
                .filter(event -> event.state() == EventState.PARKED || event.state() == EventState.RETRYING)
                .filter(event -> changed.contains(event.position()))
                .map(EventSummary::key)
                .collect(Collectors.toSet());
        new BlockedRows(connection, dialect, tables, queue).unblock(keys::contains);
        return changed;
    }

    /**
     * Locks the lanes of a queue, in their order: all transactions lock them in this order. It is the first read of the
     * transaction, because some databases show a transaction what was there at its first other read.
     *
     * @param queue {@code null} for the lanes of all queues
     * @return the numbers of the lanes, by their queues
     */
    private Map<String, Set<Integer>> lockLanes(Connection connection, String queue) throws SQLException {
        String column = tables.laneColumn();
        String sql = "SELECT " + column + ", lane FROM " + tables.lanes()
                + (queue == null ? "" : " WHERE " + column + " = ?") + " ORDER BY " + column + ", lane";
        return new Query<>(
                        dialect.withoutSnapshot(dialect.locking(sql)),
                        (statement, index) -> {
                            if (queue == null) {
                                return index;
                            }
                            statement.setString(index + 1, queue);
                            return index + 1;
                        },
                        row -> {
                            Map<String, Set<Integer>> lanes = new HashMap<>();
                            while (row.next()) {
                                lanes.computeIfAbsent(row.getString(1), name -> new HashSet<>())
                                        .add(row.getInt(2));
                            }
                            return lanes;
                        })
                .run(connection);
    }

    private static void execute(Connection connection, String setting) throws SQLException {
        if (!setting.isEmpty()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(setting);
            }
        }
    }

    @Override
    public List<Backlog> backlog(Collection<String> known) {
        return jdbc.run("count events", connection -> {
            Set<String> paused = new PauseRows(connection, dialect, tables)
                    .read().stream().map(Pause::queue).collect(Collectors.toSet());
            execute(connection, dialect.readInIndexOrder());
            return backlog.read(connection, known, paused);
        });
    }

    @Override
    public boolean exists(String queue) {
        String side = tables.side().text();
        return jdbc.run(
                "look for a queue",
                connection -> has(connection, tables.lanes(), tables.laneColumn() + " = ?", queue)
                        || has(connection, tables.policies(), "side = ? AND queue = ?", side, queue)
                        || has(connection, tables.pauses(), "side = ? AND queue = ?", side, queue)
                        || has(connection, tables.rows(), tables.queueColumn() + " = ?", queue));
    }

    private boolean has(Connection connection, String table, String condition, String... values) throws SQLException {
        String sql = dialect.limited("SELECT 1 FROM " + table + " WHERE " + condition, 1);
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setString(i + 1, values[i]);
            }
            try (ResultSet row = statement.executeQuery()) {
                return row.next();
            }
        }
    }

    @Override
    public void pause(String queue, String by) {
        jdbc.run("pause a queue", connection -> {
            new PauseRows(connection, dialect, tables).insert(queue, by);
            return null;
        });
    }

    @Override
    public boolean resume(String queue) {
        return jdbc.run("resume a queue", connection -> new PauseRows(connection, dialect, tables).delete(queue));
    }

    @Override
    public List<Pause> paused() {
        return jdbc.run("read paused queues", connection -> new PauseRows(connection, dialect, tables).read());
    }
}
