// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc.dialect;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;

/**
 * A setting of the transaction, which costs PostgreSQL less than a savepoint. A rollback, also one to an earlier savepoint, takes
 * it back. PostgreSQL itself undoes nothing behind the application's back: after a failed statement it refuses further ones.
 */
final class SettingSentinel implements Sentinel {

    private final String name =
            "onceward.sentinel_" + UUID.randomUUID().toString().substring(0, 8);

    @Override
    public String set(Connection connection) throws SQLException {
        query(connection, "SELECT set_config('" + name + "', 'set', TRUE)");
        return name;
    }

    @Override
    public boolean stands(Connection connection, String set) throws SQLException {
        return "set".equals(query(connection, "SELECT current_setting('" + set + "', TRUE)"));
    }

    private static String query(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }

    @Override
    public boolean isNeededInOwnTransaction() {
        return false;
    }
}
