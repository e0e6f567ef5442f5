// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc;

import io.oncebox.jdbc.dialect.Dialect;
import io.oncebox.queue.ArchiveStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

final class JdbcArchiveStore implements ArchiveStore {

    private final Jdbc jdbc;
    private final Dialect dialect;
    private final PruningLock lock;
    private final String old;
    private final String delete;

    JdbcArchiveStore(Jdbc jdbc, Dialect dialect, Tables tables) {
        this.jdbc = jdbc;
        this.dialect = dialect;
        lock = new PruningLock(dialect, tables);
        old = dialect.limited("SELECT seq FROM " + tables.sent() + " WHERE sentat < ? ORDER BY sentat");
        delete = "DELETE FROM " + tables.sent() + " WHERE seq = ?";
    }

    @Override
    public int prune(Duration age, int limit) {
        return jdbc.run("prune the archive", connection -> {
            if (!lock.tryTake(connection)) {
                return 0;
            }
            List<Long> seqs = old(connection, dialect.now(connection).minus(age), limit);
            try (PreparedStatement statement = connection.prepareStatement(delete)) {
                for (long seq : seqs) {
                    statement.setLong(1, seq);
                    statement.addBatch();
                }
                statement.executeBatch();
            }
            return seqs.size();
        });
    }

    private List<Long> old(Connection connection, Instant before, int limit) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(old)) {
            statement.setObject(1, dialect.timestamp(before));
            statement.setInt(2, limit);
            try (ResultSet row = statement.executeQuery()) {
                List<Long> seqs = new ArrayList<>();
                while (row.next()) {
                    seqs.add(row.getLong(1));
                }
                return seqs;
            }
        }
    }
}
