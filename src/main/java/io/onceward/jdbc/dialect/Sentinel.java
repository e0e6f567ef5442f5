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

    /** Returns whether a sentinel stands, in the transaction in which it was set, and removes it. */
    boolean stands(Connection connection, String name) throws SQLException;

    /** Returns whether the database undoes a transaction without being told to, and lets the application continue. */
    boolean isNeededInOwnTransaction();
}
