// SPDX-License-Identifier: Apache-2.0
package io.onceward.capture;

import io.onceward.api.EventState;
import io.onceward.jdbc.JdbcAppendStore;
import io.onceward.jdbc.OutboxRows;
import io.onceward.jdbc.dialect.Dialect;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.store.AppendStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Appends events and deletes them in the same transaction, for a tool that reads them from the log of the database. The table
 * stays empty, and no relay sees them.
 */
final class JdbcCapturedEvents implements AppendStore {

    private final OutboxRows rows;
    private final JdbcAppendStore store;
    private final DatabaseLog log;

    JdbcCapturedEvents(OutboxRows rows, DatabaseLog log) {
        this.rows = rows;
        this.store = rows.store();
        this.log = log;
    }

    @Override
    public Optional<Boolean> write(List<RecordedEvent> events, String mark) {
        Map<String, List<RecordedEvent>> byQueue = new LinkedHashMap<>();
        events.forEach(event -> byQueue.computeIfAbsent(event.channel(), queue -> new ArrayList<>())
                .add(event));
        rows.jdbc().run("record events", connection -> {
            for (Map.Entry<String, List<RecordedEvent>> queue : byQueue.entrySet()) {
                write(connection, queue.getKey(), queue.getValue());
            }
            return null;
        });
        return Optional.empty();
    }

    private void write(Connection connection, String queue, List<RecordedEvent> events) throws SQLException {
        int most = JdbcAppendStore.areSmall(events) ? JdbcAppendStore.ROWS : 1;
        for (int from = 0; from < events.size(); from += most) {
            List<RecordedEvent> some = events.subList(from, Math.min(from + most, events.size()));
            Optional<String> together =
                    log.insertAndDelete(rows.table(), rows.queueColumn(), store.insertOf(some.size()));
            int deleted = together.isPresent()
                    ? insertAndDelete(connection, together.get(), queue, some)
                    : delete(connection, queue, insert(connection, some));
            if (deleted != some.size()) {
                throw new SQLIntegrityConstraintViolationException(
                        "of " + some.size() + " inserted rows of " + rows.table() + ", " + deleted + " were deleted");
            }
        }
    }

    private int insertAndDelete(Connection connection, String sql, String queue, List<RecordedEvent> events)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            int index = 0;
            for (RecordedEvent event : events) {
                index = store.bind(statement, index, event, EventState.PENDING);
            }
            statement.setString(index + 1, queue);
            int changed = 0;
            boolean isQuery = statement.execute();
            while (isQuery || statement.getUpdateCount() >= 0) {
                changed = isQuery ? changed : statement.getUpdateCount();
                isQuery = statement.getMoreResults();
            }
            return changed; // of the last statement, the deletion
        }
    }

    private NavigableMap<Long, String> insert(Connection connection, List<RecordedEvent> events) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(store.insertOf(1), new String[] {"seq"})) {
            for (RecordedEvent event : events) {
                store.bind(statement, 0, event, EventState.PENDING);
                statement.addBatch();
            }
            statement.executeBatch();
            NavigableMap<Long, String> ids = new TreeMap<>();
            try (ResultSet keys = statement.getGeneratedKeys()) {
                for (RecordedEvent event : events) {
                    if (keys.next()) {
                        ids.put(keys.getLong(1), event.id());
                    }
                }
            }
            return ids;
        }
    }

    private int delete(Connection connection, String queue, NavigableMap<Long, String> ids) throws SQLException {
        Dialect dialect = rows.jdbc().dialect();
        String sql = dialect.withoutSnapshot(dialect.delete(rows.table(), rows.queueColumn(), ids.size()));
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            dialect.bindRows(statement, queue, EventState.PENDING.name(), ids);
            return statement.executeUpdate();
        }
    }

    @Override
    public boolean park(RecordedEvent event, String error) {
        return store.park(event, error);
    }

    @Override
    public void writeProbe(String id) {
        store.writeProbe(id);
    }

    @Override
    public boolean hasProbe(String id) {
        return store.hasProbe(id);
    }

    @Override
    public void removeProbe(String id) {
        store.removeProbe(id);
    }

    /** No event waits here. */
    @Override
    public int countWaiting(int limit) {
        return 0;
    }
}
