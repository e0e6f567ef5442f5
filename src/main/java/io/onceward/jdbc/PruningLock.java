// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.jdbc.dialect.Dialect;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The lock by which one node at a time deletes expired rows: the row with the version of the tables. */
record PruningLock(Dialect dialect, Tables tables) {

    /** Takes the lock until the transaction ends, unless another transaction has it. */
    boolean tryTake(Connection connection) throws SQLException {
        String sql = dialect.lockingUnlocked("SELECT version FROM " + tables.version());
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next();
        }
    }
}
