// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc.dialect;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;

/**
 * A setting of the transaction, which costs PostgreSQL less than a savepoint. A rollback, also one to an earlier savepoint, takes
 * it back. Its value is the mark.
 *
 * <p>PostgreSQL undoes nothing behind the application's back: after a failed statement it refuses further ones. But then the driver's
 * {@code commit()} rolls back and returns normally, so a transaction without a setting is checked, too.
 */
final class SettingSentinel implements Sentinel {

    private static final String ABORTED = "25P02";

    private static final String SET = "set";

    /** The value of a setting that was not set in the transaction. */
    private static final String NONE = "";

    /** One name a datasource: applications that share a transaction have different ones. */
    private final String name =
            "onceward.sentinel_" + UUID.randomUUID().toString().substring(0, 8);

    private final String set =
            "SET LOCAL " + name + " = '" + SET + "'"; // a query would take the transaction's snapshot
    private final String condition = "COALESCE(current_setting('" + name + "', TRUE), '" + NONE + "') = ?";
    private final String check = "SELECT " + condition;

    @Override
    public String set(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(set)) { // the driver parses it once a connection
            statement.execute();
        }
        return SET;
    }

    @Override
    public String setInOwnTransaction(Connection connection) {
        return NONE;
    }

    @Override
    public boolean stands(Connection connection, String mark) throws SQLException {
        if (mark == null || mark.equals(NONE)) {
            Optional<Boolean> open = PostgreSqlDriver.isTransactionOpen(connection);
            if (mark == null || open.isPresent()) {
                return open.orElse(true);
            }
        }
        return askDatabase(connection, mark);
    }

    private boolean askDatabase(Connection connection, String mark) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(check)) {
            statement.setString(1, mark);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getBoolean(1);
            }
        } catch (SQLException e) {
            if (ABORTED.equals(e.getSQLState())) {
                return false;
            }
            throw e;
        }
    }

    @Override
    public String condition() {
        return condition;
    }
}
