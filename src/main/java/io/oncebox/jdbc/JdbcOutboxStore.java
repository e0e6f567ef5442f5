// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc;

import io.oncebox.jdbc.dialect.Dialect;
import io.oncebox.spi.EventState;
import io.oncebox.spi.OutboxEvent;
import io.oncebox.spi.OutboxStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

final class JdbcOutboxStore implements OutboxStore {

    static final String PROBE = "PROBE";

    private static final Duration STALE_PROBE = Duration.ofDays(1);

    private final Jdbc jdbc;
    private final Dialect dialect;
    private final HeadersJson headers = new HeadersJson();
    private final String insert;
    private final String probe;
    private final String removeProbe;
    private final String countWaiting;

    JdbcOutboxStore(Jdbc jdbc, Dialect dialect, String table) {
        this.jdbc = jdbc;
        this.dialect = dialect;
        insert = """
                INSERT INTO %s (id, aggregatetype, aggregateid, type, payload, contenttype, headers, destination, slot,
                 availableat, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""".formatted(table);
        probe = "SELECT 1 FROM " + table + " WHERE state = '" + PROBE + "' AND id = ?";
        removeProbe = "DELETE FROM " + table + " WHERE state = '" + PROBE + "' AND (id = ? OR createdat < ?)";
        countWaiting = "SELECT COUNT(*) FROM (SELECT 1 AS one FROM " + table
                + " WHERE state IN ('PENDING', 'RETRY', 'BLOCKED') LIMIT ?) AS waiting";
    }

    @Override
    public void write(List<OutboxEvent> events) {
        jdbc.run("record events", connection -> {
            try (PreparedStatement statement = connection.prepareStatement(insert)) {
                for (OutboxEvent event : events) {
                    bind(statement, event, event.deliverAt() == null ? EventState.PENDING : EventState.DELAYED);
                    statement.addBatch();
                }
                return statement.executeBatch();
            }
        });
    }

    @Override
    public void writeProbe(String id) {
        OutboxEvent event = new OutboxEvent(
                id, "oncebox.probe", null, PROBE, new byte[0], "text/plain", Map.of(), "none:", 0, null);
        jdbc.run("record a probe", connection -> {
            try (PreparedStatement statement = connection.prepareStatement(insert)) {
                bind(statement, event, PROBE);
                statement.addBatch();
                return statement.executeBatch();
            }
        });
    }

    private void bind(PreparedStatement statement, OutboxEvent event, Object state) throws SQLException {
        int i = 0;
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
    }

    @Override
    public boolean hasProbe(String id) {
        return jdbc.run("read a probe", connection -> exists(connection, id));
    }

    private boolean exists(Connection connection, String id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(probe)) {
            statement.setString(1, id);
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
        return jdbc.run("count the events that wait", connection -> {
            try (PreparedStatement statement = connection.prepareStatement(countWaiting)) {
                statement.setInt(1, limit);
                try (ResultSet rows = statement.executeQuery()) {
                    rows.next();
                    return rows.getInt(1);
                }
            }
        });
    }
}
