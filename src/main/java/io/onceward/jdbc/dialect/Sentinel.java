// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc.dialect;

import java.sql.Connection;
import java.sql.SQLException;

/** Something in a transaction that the database undoes together with all that the transaction has done before. Thread-safe. */
public interface Sentinel {

    /**
     * Sets a sentinel.
     *
     * @return the mark by which it is recognized
     */
    String set(Connection connection) throws SQLException;

    /** As {@link #set}, in a transaction that Onceward has begun, and that has no statement yet. */
    default String setInOwnTransaction(Connection connection) throws SQLException {
        return set(connection);
    }

    /** As {@link #set}, unless the claim with which the transaction began has set it: {@link Dialect#firstClaim}. */
    default String setByClaim(Connection connection) throws SQLException {
        return set(connection);
    }

    /**
     * Returns whether the sentinel with a mark stands, in the transaction in which it was set, and removes it.
     *
     * @param mark {@code null} if a statement with {@link #condition} has seen the sentinel: then only the driver is asked, whether a later
     *     statement has failed
     */
    boolean stands(Connection connection, String mark) throws SQLException;

    /**
     * Returns a condition that holds while a sentinel stands, with its {@link #value} as the parameter, so that a statement can check it on the
     * way; {@code null} if only {@link #stands} can check it.
     */
    default String condition() {
        return null;
    }

    /** Returns the parameter of {@link #condition} for a mark. */
    default String value(Connection connection, String mark) throws SQLException {
        return mark;
    }
}
