// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc;

import io.oncebox.api.Backlog;
import io.oncebox.api.EventDetails;
import io.oncebox.api.EventFilter;
import io.oncebox.api.EventState;
import io.oncebox.api.EventSummary;
import io.oncebox.api.Pause;
import io.oncebox.jdbc.dialect.Dialect;
import io.oncebox.queue.AdminStore;
import io.oncebox.queue.OrderKey;
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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

final class JdbcAdminStore implements AdminStore {

    private static final Set<EventState> ALL = EnumSet.allOf(EventState.class);
    private static final Set<EventState> PARKED = EnumSet.of(EventState.PARKED);
    private static final Set<EventState> WAITING = EnumSet.complementOf(EnumSet.of(EventState.PARKED));

    private static final String STATES =
            Arrays.stream(EventState.values()).map(state -> "'" + state + "'").collect(Collectors.joining(", "));

    private final String datasource;
    private final Jdbc jdbc;
    private final Dialect dialect;
    private final QueueTables tables;
    private final QueueWalk walk;
    private final BacklogRows backlog;
    private final HeadersJson headers = new HeadersJson();

    JdbcAdminStore(String datasource, Jdbc jdbc, Dialect dialect, QueueTables tables) {
        this.datasource = datasource;
        this.jdbc = jdbc;
        this.dialect = dialect;
        this.tables = tables;
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
        String sql = "SELECT " + QueueWalk.COLUMNS + ", contenttype, headers, payload FROM " + tables.rows()
                + " WHERE state IN (" + STATES + ") AND seq = ?";
        return jdbc.run("show an event", connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setLong(1, position);
                try (ResultSet row = statement.executeQuery()) {
                    return row.next() ? Optional.of(details(row)) : Optional.empty();
                }
            }
        });
    }

    private EventDetails details(ResultSet row) throws SQLException {
        return new FoundEventDetails(
                walk.summary(row), row.getString("contenttype"), headers(row), row.getBytes("payload"));
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
                (rows, state, seqs) -> rows.update("state = 'PENDING', attempts = 0", state, seqs),
                PARKED,
                filter,
                after,
                limit);
    }

    @Override
    public Found discard(EventFilter filter, long after, int limit) {
        return change("discard events", RowsByState::delete, PARKED, filter, after, limit);
    }

    @Override
    public Found purge(EventFilter filter, long after, int limit) {
        return change("purge events", RowsByState::delete, WAITING, filter, after, limit);
    }

    /** A change of rows. */
    @FunctionalInterface
    private interface Change {
        void of(RowsByState rows, EventState state, List<Long> seqs) throws SQLException;
    }

    /** Changes events under the locks of all lanes: no relay publishes events of their keys meanwhile. */
    private Found change(
            String action, Change change, Set<EventState> states, EventFilter filter, long after, int limit) {
        return jdbc.run(action, connection -> {
            execute(connection, dialect.seeLatest());
            lockAllLanes(connection);
            execute(connection, dialect.readInIndexOrder());
            Found found = walk.step(connection, filter, among(states, filter), after, limit);
            Map<EventState, List<Long>> seqs = new EnumMap<>(EventState.class);
            for (EventSummary event : found.events()) {
                seqs.computeIfAbsent(event.state(), state -> new ArrayList<>()).add(event.position());
            }
            RowsByState rows = new RowsByState(connection, dialect, tables.rows());
            for (Map.Entry<EventState, List<Long>> entry : seqs.entrySet()) {
                change.of(rows, entry.getKey(), entry.getValue());
            }
            unblock(connection, found.events());
            return found;
        });
    }

    private static void execute(Connection connection, String setting) throws SQLException {
        if (!setting.isEmpty()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(setting);
            }
        }
    }

    private void lockAllLanes(Connection connection) throws SQLException {
        String sql = dialect.locking("SELECT lane FROM " + tables.lanes() + " ORDER BY " + tables.laneOrder());
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                // only the locks matter
            }
        }
    }

    /** Unblocks the events behind these, unless they also wait for others. */
    private void unblock(Connection connection, Iterable<EventSummary> events) throws SQLException {
        Map<String, Set<String>> keysByQueue = new TreeMap<>();
        for (EventSummary event : events) {
            boolean heldOthers = event.state() == EventState.PARKED || event.state() == EventState.RETRYING;
            if (heldOthers && event.key() != null) {
                keysByQueue
                        .computeIfAbsent(tables.queueValue(event.queue()), queue -> new HashSet<>())
                        .add(event.key());
            }
        }
        BlockedRows blockedRows = new BlockedRows(connection, dialect, tables);
        for (Map.Entry<String, Set<String>> queue : keysByQueue.entrySet()) {
            Set<String> waiting = keys(connection, queue.getKey(), "'BLOCKED'");
            waiting.retainAll(queue.getValue());
            if (!waiting.isEmpty()) {
                waiting.removeAll(keys(connection, queue.getKey(), "'RETRYING', 'PARKED'"));
            }
            for (String key : waiting) {
                blockedRows.release(new OrderKey(queue.getKey(), key));
            }
        }
    }

    /** Reads all keys in one query: a query for each key would read all parked events for each. */
    private Set<String> keys(Connection connection, String queue, String states) throws SQLException {
        String sql = "SELECT DISTINCT aggregateid FROM " + tables.rows() + " WHERE " + tables.queueColumn()
                + " = ? AND state IN (" + states + ") AND aggregateid IS NOT NULL";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, queue);
            try (ResultSet row = statement.executeQuery()) {
                Set<String> keys = new HashSet<>();
                while (row.next()) {
                    keys.add(row.getString(1));
                }
                return keys;
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
    public boolean pause(String queue, String by) {
        return jdbc.run("pause a queue", connection -> {
            PauseRows rows = new PauseRows(connection, dialect, tables);
            boolean before =
                    rows.read().stream().anyMatch(pause -> pause.queue().equals(queue));
            if (!before) {
                rows.insert(queue, by);
            }
            return !before;
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
