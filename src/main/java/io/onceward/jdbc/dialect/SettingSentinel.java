// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc.dialect;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;

/**
 * A setting of the transaction, which costs PostgreSQL less than a savepoint. A rollback, also one to an earlier savepoint, takes
 * it back.
 *
 * <p>PostgreSQL undoes nothing behind the application's back: after a failed statement it refuses further ones. But then the driver's
 * {@code commit()} rolls back and returns normally, so a transaction without a setting is checked, too.
 */
final class SettingSentinel implements Sentinel {

    private static final String ABORTED = "25P02";

    private static final String SET = "set";

    /** Names the setting of no transaction. */
    private static final String NONE = "";

    private final String name =
            "onceward.sentinel_" + UUID.randomUUID().toString().substring(0, 8);

    @Override
    public String set(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    "SET LOCAL " + name + " = '" + SET + "'"); // a query would take the transaction's snapshot
        }
        return name;
    }

    @Override
    public String setInOwnTransaction(Connection connection) {
        return NONE;
    }

    @Override
    public boolean stands(Connection connection, String set) throws SQLException {
        try {
            return SET.equals(query(
                    connection,
                    set.equals(NONE) ? "SELECT '" + SET + "'" : "SELECT current_setting('" + set + "', TRUE)"));
        } catch (SQLException e) {
            if (ABORTED.equals(e.getSQLState())) {
                return false;
            }
            throw e;
        }
    }

    private static String query(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }
}
