// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc.dialect;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** What PostgreSQL's JDBC driver knows without asking the server. Its classes are the application server's, so they are reached by reflection. */
final class PostgreSqlDriver {

    private PostgreSqlDriver() {}

    /**
     * Returns whether a transaction has begun and no statement of it has failed, so that it can commit. Empty if it has no statement yet,
     * a pool hides the driver's connection, or another driver is used.
     */
    static Optional<Boolean> isTransactionOpen(Connection connection) throws SQLException {
        Connection own = connection.getMetaData().getConnection();
        try {
            Object state = own.getClass().getMethod("getTransactionState").invoke(own);
            return "IDLE".equals(state.toString()) ? Optional.empty() : Optional.of("OPEN".equals(state.toString()));
        } catch (ReflectiveOperationException | RuntimeException e) {
            return Optional.empty(); // the caller asks the server
        }
    }
}
