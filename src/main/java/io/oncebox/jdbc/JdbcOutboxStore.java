// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc;

import io.oncebox.jdbc.dialect.Dialect;
import io.oncebox.spi.OutboxEvent;
import io.oncebox.spi.OutboxStore;
import io.oncebox.spi.QueuedEvent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

final class JdbcOutboxStore implements OutboxStore {

    private static final String PENDING = "PENDING";
    private static final String PROBE = "PROBE";
    /** Bounds what a batch of large events takes of the heap; one event more may come on top. */
    private static final long MAX_BATCH_BYTES = 8L << 20;

    private static final int FETCH_SIZE = 100;

    private static final Duration STALE_PROBE = Duration.ofDays(1);

    private final Jdbc jdbc;
    private final Dialect dialect;
    private final int lanes;
    private final HeadersJson headers = new HeadersJson();
    private final String insert;
    private final String lockLanes;
    private final String readDue;
    private final String outbox;
    private final String probe;
    private final String removeProbe;

    JdbcOutboxStore(Jdbc jdbc, Dialect dialect, Tables tables, int lanes) {
        this.jdbc = jdbc;
        this.dialect = dialect;
        this.lanes = lanes;
        String due = "state = '" + PENDING + "' AND (availableat IS NULL OR availableat <= " + dialect.now() + ")";
        insert = """
                INSERT INTO %s (id, aggregatetype, aggregateid, type, payload, contenttype, headers, destination, lane,
                 availableat, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""".formatted(tables.outbox());
        lockLanes = "SELECT lane FROM " + tables.lane() + " FOR UPDATE SKIP LOCKED";
        readDue = """
                SELECT seq, id, aggregatetype, aggregateid, type, payload, contenttype, headers, destination, lane,
                 availableat FROM %s WHERE %s AND lane IN (%%s) ORDER BY seq LIMIT ?""".formatted(tables.outbox(), due);
        outbox = tables.outbox();
        probe = "SELECT 1 FROM " + tables.outbox() + " WHERE state = '" + PROBE + "' AND id = ?";
        removeProbe = "DELETE FROM " + tables.outbox() + " WHERE state = '" + PROBE + "' AND (id = ? OR createdat < ?)";
    }

    @Override
    public int lanes() {
        return lanes;
    }

    @Override
    public void write(List<OutboxEvent> events) {
        insert(events, PENDING);
    }

    @Override
    public void writeProbe(String id) {
        OutboxEvent event = new OutboxEvent(
                id, "oncebox.probe", null, PROBE, new byte[0], "text/plain", Map.of(), "none:", 0, null);
        insert(List.of(event), PROBE);
    }

    private void insert(List<OutboxEvent> events, String state) {
        jdbc.run("record events", connection -> {
            try (PreparedStatement statement = connection.prepareStatement(insert)) {
                for (OutboxEvent event : events) {
                    bind(statement, event, state);
                    statement.addBatch();
                }
                return statement.executeBatch();
            }
        });
    }

    private void bind(PreparedStatement statement, OutboxEvent event, String state) throws SQLException {
        int i = 0;
        statement.setString(++i, event.id());
        statement.setString(++i, event.channel());
        statement.setString(++i, event.key());
        statement.setString(++i, event.type());
        statement.setBytes(++i, event.payload());
        statement.setString(++i, event.contentType());
        statement.setString(++i, headers.write(event.headers()));
        statement.setString(++i, event.destination());
        statement.setInt(++i, event.lane());
        statement.setObject(++i, dialect.timestamp(event.deliverAt()));
        statement.setString(++i, state);
    }

    @Override
    public List<QueuedEvent> takeDue(int limit) {
        return jdbc.run("read the outbox", connection -> {
            readCommitted(connection);
            List<Integer> locked = lockLanes(connection);
            return locked.isEmpty() ? List.of() : readDue(connection, locked, limit);
        });
    }

    /** At a stricter level, what is read under the locks could be older than they are, and be published already. */
    private void readCommitted(Connection connection) throws SQLException {
        Optional<String> set = dialect.readCommitted();
        if (set.isPresent()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(set.get());
            }
        }
    }

    private List<Integer> lockLanes(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(lockLanes);
                ResultSet rows = statement.executeQuery()) {
            List<Integer> locked = new ArrayList<>();
            while (rows.next()) {
                locked.add(rows.getInt(1));
            }
            return locked;
        }
    }

    private List<QueuedEvent> readDue(Connection connection, List<Integer> locked, int limit) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(readDue.formatted(places(locked.size())))) {
            int i = 0;
            for (int lane : locked) {
                statement.setInt(++i, lane);
            }
            statement.setInt(++i, limit);
            statement.setFetchSize(FETCH_SIZE);
            try (ResultSet rows = statement.executeQuery()) {
                List<QueuedEvent> events = new ArrayList<>();
                long bytes = 0;
                while (bytes < MAX_BATCH_BYTES && rows.next()) {
                    QueuedEvent event = event(rows);
                    events.add(event);
                    bytes += event.event().payload().length;
                }
                return events;
            }
        }
    }

    private QueuedEvent event(ResultSet row) throws SQLException {
        OutboxEvent event = new OutboxEvent(
                row.getString("id"),
                row.getString("aggregatetype"),
                row.getString("aggregateid"),
                row.getString("type"),
                row.getBytes("payload"),
                row.getString("contenttype"),
                headers.read(row.getString("headers")),
                row.getString("destination"),
                row.getInt("lane"),
                dialect.instant(row, "availableat"));
        return new QueuedEvent(row.getLong("seq"), event);
    }

    @Override
    public void delete(List<QueuedEvent> events) {
        jdbc.run("delete published events", connection -> {
            List<Long> seqs = events.stream().map(QueuedEvent::seq).toList();
            try (PreparedStatement statement = connection.prepareStatement(dialect.delete(outbox, seqs.size()))) {
                dialect.bind(statement, seqs);
                return statement.executeUpdate();
            }
        });
    }

    @Override
    public boolean hasProbe(String id) {
        return jdbc.run("read a probe", connection -> exists(connection, probe, id));
    }

    @Override
    public void removeProbe(String id) {
        jdbc.run("remove a probe", connection -> {
            try (PreparedStatement statement = connection.prepareStatement(removeProbe)) {
                statement.setString(1, id);
                statement.setObject(2, dialect.timestamp(Instant.now().minus(STALE_PROBE)));
                return statement.executeUpdate();
            }
        });
    }

    private static boolean exists(Connection connection, String sql, String... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setString(i + 1, values[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next();
            }
        }
    }

    private static String places(int count) {
        return String.join(", ", Collections.nCopies(count, "?"));
    }
}
