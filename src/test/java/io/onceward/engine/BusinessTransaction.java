// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.Callable;

/**
 * A transaction of an application that knows its isolation level: at repeatable read, some databases refuse to change a
 * row that another transaction has changed since.
 */
record BusinessTransaction(Jta jta) {

    /** MariaDB's "record has changed since last read", H2's "row was updated by another transaction". */
    private static final Set<Integer> CONFLICTS = Set.of(1020, 90131);

    /** Returns whether the transaction committed; {@code false} after a conflict, when it can be tried again. */
    boolean committed(Callable<?> work) throws Exception {
        try {
            jta.inTransaction(work);
            return true;
        } catch (SQLException e) {
            if (!isConflict(e)) {
                throw e;
            }
            return false;
        }
    }

    private static boolean isConflict(SQLException e) {
        return String.valueOf(e.getSQLState()).startsWith("40") || CONFLICTS.contains(e.getErrorCode());
    }
}
