// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.jdbc.dialect.Dialect;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.store.AdminStore;
import io.onceward.queue.store.ArchiveStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

final class JdbcArchiveStore implements ArchiveStore {

    private final Jdbc jdbc;
    private final Dialect dialect;
    private final PruningLock lock;
    private final String old;
    private final String delete;
    private final String newest;
    private final HeadersJson headers = new HeadersJson();

    JdbcArchiveStore(Jdbc jdbc, Dialect dialect, Tables tables) {
        this.jdbc = jdbc;
        this.dialect = dialect;
        lock = new PruningLock(dialect, tables);
        old = dialect.limited("SELECT seq, id FROM " + tables.sent() + " WHERE sentat < ? ORDER BY sentat");
        newest = dialect.limited(
                "SELECT id, aggregatetype, aggregateid, type, payload, contenttype, headers, destination FROM "
                        + tables.sent() + " ORDER BY sentat DESC");
        delete = "DELETE FROM " + tables.sent() + " WHERE seq = ? AND id = ?";
    }

    /** An archived event. Positions alone may repeat: an emptied table may begin with the first one again. */
    private record Row(long seq, String id) {}

    @Override
    public OptionalInt prune(Duration age, int limit) {
        return jdbc.run("prune the archive", connection -> {
            if (!lock.tryTake(connection)) {
                return OptionalInt.empty();
            }
            List<Row> rows = old(connection, dialect.now(connection).minus(age), limit);
            try (PreparedStatement statement = connection.prepareStatement(delete)) {
                for (Row row : rows) {
                    statement.setLong(1, row.seq());
                    statement.setString(2, row.id());
                    statement.addBatch();
                }
                statement.executeBatch();
            }
            return OptionalInt.of(rows.size());
        });
    }

    private List<Row> old(Connection connection, Instant before, int limit) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(old)) {
            statement.setObject(1, dialect.timestamp(before));
            statement.setInt(2, limit);
            try (ResultSet row = statement.executeQuery()) {
                List<Row> rows = new ArrayList<>();
                while (row.next()) {
                    rows.add(new Row(row.getLong(1), row.getString(2)));
                }
                return rows;
            }
        }
    }

    @Override
    public List<RecordedEvent> newest(int limit) {
        return jdbc.run("read the archive", connection -> new Query<>(
                        newest,
                        (statement, index) -> {
                            statement.setInt(index + 1, limit);
                            return index + 1;
                        },
                        row -> {
                            List<RecordedEvent> events = new ArrayList<>();
                            for (long bytes = 0; bytes < AdminStore.MOST_BYTES && row.next(); ) {
                                byte[] payload = row.getBytes(5);
                                bytes += payload.length;
                                events.add(new RecordedEvent(
                                        row.getString(1),
                                        row.getString(2),
                                        row.getString(3),
                                        row.getString(4),
                                        payload,
                                        row.getString(6),
                                        headers.read(row.getString(7)),
                                        row.getString(8),
                                        0,
                                        null));
                            }
                            return events;
                        })
                .run(connection));
    }
}
