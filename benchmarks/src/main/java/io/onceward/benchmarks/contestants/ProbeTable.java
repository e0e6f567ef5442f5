// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

import io.onceward.benchmarks.environment.Database;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** The narrow table of the probes: pending events alone, with one index. */
final class ProbeTable {

    private static final String TABLE =
            "CREATE TABLE IF NOT EXISTS probe_outbox (seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id UUID NOT NULL,"
                    + " channel INTEGER NOT NULL, customer TEXT NOT NULL, slot SMALLINT NOT NULL, payload BYTEA NOT NULL,"
                    + " headers BYTEA, createdat TIMESTAMPTZ NOT NULL DEFAULT now())";

    private static final String INSERT =
            "INSERT INTO probe_outbox (id, channel, customer, slot, payload) VALUES (?, 7, ?, ?, ?) RETURNING seq";

    private static final String READ =
            "SELECT seq, id, customer, payload FROM probe_outbox WHERE seq > ? ORDER BY seq LIMIT ?";

    private static final String DELETE = "DELETE FROM probe_outbox WHERE seq = ANY (?)";

    private static final String DELETE_ONE = "DELETE FROM probe_outbox WHERE seq = ?";

    private static final int SLOTS = 1024;

    /** A pending event. */
    record Row(long seq, UUID id, String key, byte[] payload) {

        /** The same message as that of the outbox by hand. */
        TextMessage message(Session session) throws JMSException {
            TextMessage message = session.createTextMessage(new String(payload, StandardCharsets.UTF_8));
            message.setStringProperty("id", id.toString());
            message.setStringProperty("customer", key);
            return message;
        }
    }

    private ProbeTable() {}

    static void create(Database database) throws SQLException {
        database.execute(TABLE);
    }

    static void empty(Database database) throws SQLException {
        database.execute("TRUNCATE business", "TRUNCATE probe_outbox");
    }

    static List<Row> insert(Connection connection, List<Event> events) throws SQLException {
        List<Row> rows = new ArrayList<>(events.size());
        try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
            for (Event event : events) {
                UUID id = UUID.randomUUID();
                byte[] payload = event.payload().getBytes(StandardCharsets.UTF_8);
                statement.setObject(1, id);
                statement.setString(2, event.key());
                statement.setInt(3, Math.floorMod(event.key().hashCode(), SLOTS));
                statement.setBytes(4, payload);
                try (ResultSet seq = statement.executeQuery()) {
                    seq.next();
                    rows.add(new Row(seq.getLong(1), id, event.key(), payload));
                }
            }
        }
        return rows;
    }

    static List<Row> read(Connection connection, long after, int limit) throws SQLException {
        List<Row> rows = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(READ)) {
            statement.setLong(1, after);
            statement.setInt(2, limit);
            try (ResultSet found = statement.executeQuery()) {
                while (found.next()) {
                    rows.add(new Row(
                            found.getLong(1), found.getObject(2, UUID.class), found.getString(3), found.getBytes(4)));
                }
            }
        }
        return rows;
    }

    /** A connection for deletions: one that is lost repeats an event, so a commit need not wait for the disk. */
    static Connection deleting(Database database) throws SQLException {
        Connection connection = database.connect();
        connection.createStatement().execute("SET synchronous_commit = off");
        return connection;
    }

    /** A statement with a list would be planned each time. */
    static void delete(Connection connection, Row row) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(DELETE_ONE)) {
            statement.setLong(1, row.seq());
            statement.executeUpdate();
        }
    }

    static void delete(Connection connection, List<Row> rows) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(DELETE)) {
            statement.setArray(
                    1,
                    connection.createArrayOf(
                            "bigint", rows.stream().map(Row::seq).toArray()));
            statement.executeUpdate();
        }
    }
}
