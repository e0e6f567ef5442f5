// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.inbox.ExpiredClaimStore;
import io.onceward.jdbc.dialect.Dialect;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Deletes each claim by its key: on some databases a condition on times would also lock the gaps. A call continues from a time, so
 * that it does not read deleted rows again that the database has yet to clean up.
 *
 * <p>The age of a claim goes by the earlier one of two clocks, the database's and this node's: a clock that is wrong for a moment
 * would otherwise delete all claims, and a message that returns later would be handled again.
 */
final class JdbcExpiredClaimStore implements ExpiredClaimStore {

    private final Jdbc jdbc;
    private final Dialect dialect;
    private final PruningLock lock;
    private final String oldest;
    private final String older;
    private final String delete;

    JdbcExpiredClaimStore(Jdbc jdbc, Dialect dialect, Tables tables) {
        this.jdbc = jdbc;
        this.dialect = dialect;
        lock = new PruningLock(dialect, tables);
        String select = "SELECT handler, messageid, processedat FROM " + tables.inbox() + " WHERE processedat < ?";
        oldest = dialect.limited(select + " ORDER BY processedat");
        older = dialect.limited(select + " AND processedat >= ? ORDER BY processedat");
        delete = "DELETE FROM " + tables.inbox() + " WHERE handler = ? AND messageid = ?";
    }

    @Override
    public Pruned prune(Retention retention, Instant from, int limit) {
        return jdbc.run("prune the inbox", connection -> {
            if (!lock.tryTake(connection)) {
                return new Pruned(true, 0, from);
            }
            Instant here = Instant.now();
            Instant there = dialect.now(connection);
            Instant now = here.isBefore(there) ? here : there;
            try (PreparedStatement rows = connection.prepareStatement(from == null ? oldest : older);
                    PreparedStatement deletion = connection.prepareStatement(delete)) {
                int i = 0;
                rows.setObject(++i, dialect.timestamp(now.minus(retention.shortest())));
                if (from != null) {
                    rows.setObject(++i, dialect.timestamp(from));
                }
                rows.setInt(++i, limit);
                return prune(rows, deletion, new Chunk(retention, now, from, limit));
            }
        });
    }

    /** The bounds of one call. */
    private record Chunk(Retention retention, Instant now, Instant from, int limit) {

        boolean isOver(String handler, Instant processed) {
            return retention
                    .of(handler)
                    .filter(kept -> processed.isBefore(now.minus(kept)))
                    .isPresent();
        }
    }

    private Pruned prune(PreparedStatement rows, PreparedStatement deletion, Chunk chunk) throws SQLException {
        int seen = 0;
        int deleted = 0;
        Instant last = chunk.from();
        try (ResultSet row = rows.executeQuery()) {
            while (row.next()) {
                seen++;
                last = dialect.instant(row, "processedat");
                String handler = row.getString("handler");
                if (chunk.isOver(handler, last)) {
                    deletion.setString(1, handler);
                    deletion.setString(2, row.getString("messageid"));
                    deletion.addBatch();
                    deleted++;
                }
            }
        }
        if (deleted > 0) {
            deletion.executeBatch();
        }
        if (seen < chunk.limit()) {
            return new Pruned(false, deleted, null);
        }
        boolean stuck = deleted == 0
                && last.equals(chunk.from()); // all claims of this time are kept, and there are more than the limit
        return new Pruned(false, deleted, stuck ? last.plus(1, ChronoUnit.MILLIS) : last);
    }
}
