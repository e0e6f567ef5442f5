// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc.dialect;

import java.sql.Connection;
import java.sql.SQLException;

/** Something in a transaction that the database undoes together with all that the transaction has done before. Thread-safe. */
public interface Sentinel {

    /**
     * Sets a sentinel.
     *
     * @return its name
     */
    String set(Connection connection) throws SQLException;

    /**
     * As {@link #set}, in a transaction that contains at most a claim. A database that undoes nothing unless it is told to needs
     * no statement.
     */
    default String setInOwnTransaction(Connection connection) throws SQLException {
        return set(connection);
    }

    /** Returns whether a sentinel stands, in the transaction in which it was set, and removes it. */
    boolean stands(Connection connection, String name) throws SQLException;
}
