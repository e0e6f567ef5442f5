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
 * it back. The statement of a claim sets it on the way.
 *
 * <p>PostgreSQL undoes nothing behind the application's back: after a failed statement it refuses further ones. But then the driver's
 * {@code commit()} rolls back and returns normally. And a driver, a wrapper or a pool may reconnect behind a transaction that was lost with
 * its connection. So in a transaction that Onceward has begun, the driver is asked, without a statement, if it still has the connection
 * of its beginning; otherwise the database.
 *
 * <p>A mark is the value of the setting. In a transaction that Onceward has begun, the driver's connection follows it.
 */
final class SettingSentinel implements Sentinel {

    private static final String ABORTED = "25P02";

    private static final String SET = "set";

    /** The value of a setting that was not set in the transaction. */
    private static final String NONE = "";

    /** Between the value and the connection. */
    private static final char AT = '@';

    /** One name a datasource: applications that share a transaction have different ones. */
    private final String name =
            "onceward.sentinel_" + UUID.randomUUID().toString().substring(0, 8);

    private final String set =
            "SET LOCAL " + name + " = '" + SET + "'"; // a query would take the transaction's snapshot
    private final String condition = "COALESCE(current_setting('" + name + "', TRUE), '" + NONE + "') = ?";
    private final String check = "SELECT " + condition;
    private final String setting = "set_config('" + name + "', '" + SET + "', TRUE) IS NOT NULL";

    /** Returns the condition that always holds, and sets the sentinel. */
    String setting() {
        return setting;
    }

    @Override
    public String set(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(set)) { // the driver parses it once a connection
            statement.execute();
        }
        return SET;
    }

    @Override
    public String setInOwnTransaction(Connection connection) throws SQLException {
        String driver = PostgreSqlDriver.identity(connection);
        return driver.isEmpty() ? set(connection) : NONE + AT + driver;
    }

    @Override
    public String setByClaim(Connection connection) throws SQLException {
        return SET + AT + PostgreSqlDriver.identity(connection);
    }

    @Override
    public String value(Connection connection, String mark) throws SQLException {
        int at = mark.indexOf(AT);
        if (at > 0 || (at == 0 && isOf(connection, mark))) {
            return mark.substring(0, at);
        }
        return mark; // no setting has the value of a mark without its connection
    }

    private static boolean isOf(Connection connection, String mark) throws SQLException {
        String driver = PostgreSqlDriver.identity(connection);
        return !driver.isEmpty() && mark.endsWith(AT + driver);
    }

    @Override
    public boolean stands(Connection connection, String mark) throws SQLException {
        if (mark == null || isOf(connection, mark)) {
            Optional<Boolean> open = PostgreSqlDriver.isTransactionOpen(connection);
            if (mark == null || open.isPresent()) {
                return open.orElse(true);
            }
        }
        return askDatabase(connection, value(connection, mark));
    }

    private boolean askDatabase(Connection connection, String value) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(check)) {
            statement.setString(1, value);
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
