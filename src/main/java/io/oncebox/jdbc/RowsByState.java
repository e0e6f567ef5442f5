// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc;

import io.oncebox.api.EventState;
import io.oncebox.jdbc.dialect.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** Changes rows by state and position, under the locks of their lanes. */
record RowsByState(Connection connection, Dialect dialect, String table) {

    /** Most rows in one statement. */
    private static final int CHUNK = 1000;

    /** Makes the statement for a number of rows. */
    @FunctionalInterface
    interface ForCount {
        String sql(int count);
    }

    void delete(EventState state, List<Long> seqs) throws SQLException {
        run(count -> dialect.delete(table, count), state, seqs);
    }

    void update(String assignments, EventState state, List<Long> seqs) throws SQLException {
        run(count -> dialect.update(table, assignments, count), state, seqs);
    }

    void run(ForCount statements, EventState state, List<Long> seqs) throws SQLException {
        for (int from = 0; from < seqs.size(); from += CHUNK) {
            List<Long> chunk = seqs.subList(from, Math.min(seqs.size(), from + CHUNK));
            try (PreparedStatement statement =
                    connection.prepareStatement(dialect.underLocks(statements.sql(chunk.size())))) {
                dialect.bindRows(statement, state.name(), chunk);
                statement.executeUpdate();
            }
        }
    }
}
