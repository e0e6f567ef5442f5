// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc;

import io.oncebox.api.EventState;
import io.oncebox.api.ParkedEvent;
import io.oncebox.api.ParkedFilter;
import io.oncebox.jdbc.dialect.Dialect;
import io.oncebox.spi.OrderKey;
import io.oncebox.spi.ParkedStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

final class JdbcParkedStore implements ParkedStore {

    private static final String COLUMNS =
            "seq, id, aggregatetype, aggregateid, type, destination, createdat, attempts, lasterror";

    private final String datasource;
    private final Jdbc jdbc;
    private final Dialect dialect;
    private final QueueTables tables;

    JdbcParkedStore(String datasource, Jdbc jdbc, Dialect dialect, QueueTables tables) {
        this.datasource = datasource;
        this.jdbc = jdbc;
        this.dialect = dialect;
        this.tables = tables;
    }

    @Override
    public List<ParkedEvent> find(ParkedFilter filter, int limit) {
        return jdbc.run(
                "find parked events",
                connection -> List.copyOf(select(connection, filter, limit).values()));
    }

    @Override
    public List<String> requeue(ParkedFilter filter, int limit) {
        return change(
                "requeue parked events",
                (rows, seqs) -> rows.update("state = 'PENDING', attempts = 0", EventState.FAILED, seqs),
                filter,
                limit);
    }

    @Override
    public List<String> discard(ParkedFilter filter, int limit) {
        return change("discard parked events", (rows, seqs) -> rows.delete(EventState.FAILED, seqs), filter, limit);
    }

    /** What becomes of parked events. */
    @FunctionalInterface
    private interface Change {
        void of(RowsByState rows, List<Long> seqs) throws SQLException;
    }

    /** Waits for all relays to finish their passes, so that nothing of these keys is under way meanwhile. */
    private List<String> change(String action, Change change, ParkedFilter filter, int limit) {
        return jdbc.run(action, connection -> {
            lockAllLanes(connection);
            Map<Long, ParkedEvent> events = select(connection, filter, limit);
            change.of(new RowsByState(connection, dialect, tables.rows()), List.copyOf(events.keySet()));
            unblock(connection, events.values());
            return events.values().stream().map(ParkedEvent::id).toList();
        });
    }

    private void lockAllLanes(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT lane FROM " + tables.lane() + " ORDER BY " + tables.laneOrder() + " FOR UPDATE")) {
            while (row.next()) {
                // only the locks are wanted
            }
        }
    }

    /** What waited for these events goes on, unless it waits for others, too. */
    private void unblock(Connection connection, Iterable<ParkedEvent> events) throws SQLException {
        Set<OrderKey> keys = new LinkedHashSet<>();
        events.forEach(event -> keys.add(orderKey(event)));
        String blocker = "SELECT 1 FROM " + tables.rows() + " WHERE state IN ('RETRY', 'FAILED') AND " + tables.line()
                + " = ? AND aggregateid = ? LIMIT 1";
        BlockedRows blockedRows = new BlockedRows(connection, dialect, tables);
        try (PreparedStatement find = connection.prepareStatement(blocker)) {
            for (OrderKey key : keys) {
                find.setString(1, key.line());
                find.setString(2, key.key());
                boolean blocked;
                try (ResultSet row = find.executeQuery()) {
                    blocked = row.next();
                }
                if (!blocked) {
                    blockedRows.release(key);
                }
            }
        }
    }

    private Map<Long, ParkedEvent> select(Connection connection, ParkedFilter filter, int limit) throws SQLException {
        List<Object> values = new ArrayList<>();
        StringBuilder sql =
                new StringBuilder("SELECT " + COLUMNS + " FROM " + tables.rows() + " WHERE state = 'FAILED'");
        condition(sql, values, " AND id = ?", filter.id());
        condition(sql, values, " AND aggregatetype = ?", filter.channel());
        condition(sql, values, " AND type = ?", filter.type());
        condition(sql, values, " AND aggregateid = ?", filter.key());
        condition(sql, values, " AND destination = ?", filter.destination());
        condition(sql, values, " AND createdat >= ?", dialect.timestamp(filter.from()));
        condition(sql, values, " AND createdat < ?", dialect.timestamp(filter.to()));
        sql.append(" ORDER BY seq LIMIT ?");
        values.add(limit);
        try (PreparedStatement statement = connection.prepareStatement(sql.toString())) {
            for (int i = 0; i < values.size(); i++) {
                statement.setObject(i + 1, values.get(i));
            }
            Map<Long, ParkedEvent> found = new LinkedHashMap<>();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    found.put(row.getLong("seq"), event(row));
                }
            }
            return found;
        }
    }

    private OrderKey orderKey(ParkedEvent event) {
        return new OrderKey(tables.ofHandlers() ? event.destination() : event.channel(), event.key());
    }

    private static void condition(StringBuilder sql, List<Object> values, String condition, Object value) {
        if (value != null) {
            sql.append(condition);
            values.add(value);
        }
    }

    private ParkedEvent event(ResultSet row) throws SQLException {
        return new ParkedEvent(
                datasource,
                row.getString("id"),
                row.getString("aggregatetype"),
                row.getString("aggregateid"),
                row.getString("type"),
                row.getString("destination"),
                dialect.instant(row, "createdat"),
                row.getInt("attempts"),
                row.getString("lasterror"));
    }
}
