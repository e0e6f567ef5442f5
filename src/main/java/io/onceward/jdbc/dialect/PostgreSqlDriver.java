// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc.dialect;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** What PostgreSQL's JDBC driver knows without asking the server. Its classes are the application server's, so they are reached by reflection. */
final class PostgreSqlDriver {

    private static final String DRIVER = "org.postgresql.";

    private static final String XA = DRIVER + "xa.";

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

    /** Returns what tells the driver's connection from others; an empty text if a pool hides it, or another driver is used. */
    static String identity(Connection connection) throws SQLException {
        Connection own = connection.getMetaData().getConnection();
        try {
            own.getClass().getMethod("getTransactionState");
            return Integer.toHexString(System.identityHashCode(own));
        } catch (NoSuchMethodException | RuntimeException e) {
            return "";
        }
    }

    /** Returns whether the calls of a connection reach the driver, and none of them passes its XA connection. Pools hide both. */
    static boolean isLocal(Connection connection) {
        Callers callers = new Callers();
        try {
            connection.createArrayOf("text", new Object[] {callers}); // the driver asks each element for its text
        } catch (SQLException | RuntimeException e) {
            return false; // a pool that does not pass the call on
        }
        return callers.isLocal;
    }

    /** An object that looks who asks for its text. */
    private static final class Callers {

        private boolean isLocal;

        @Override
        public String toString() {
            boolean passesXa = false;
            for (StackTraceElement caller : new Throwable().getStackTrace()) {
                isLocal |= caller.getClassName().startsWith(DRIVER);
                passesXa |= caller.getClassName().startsWith(XA);
            }
            isLocal &= !passesXa;
            return "";
        }
    }
}
