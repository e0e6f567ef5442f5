// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc.dialect;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;

/**
 * A savepoint. InnoDB removes it with the transaction: after a deadlock, with {@code innodb_rollback_on_timeout} after a lock wait
 * timeout, with snapshot isolation after a conflict, on Galera after a failed certification, and at the implicit commit of a DDL
 * statement. It also removes it at a rollback to an earlier savepoint. Statements set it, because wrappers of servers refuse the
 * methods of JDBC in a distributed transaction.
 */
final class SavepointSentinel implements Sentinel {

    private static final int NO_SUCH_SAVEPOINT = 1305;

    /** One name a datasource: monitoring by statements then sees few different ones. */
    private final String name = "onceward_" + UUID.randomUUID().toString().substring(0, 8);

    @Override
    public String set(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SAVEPOINT " + name);
        }
        return name;
    }

    @Override
    public boolean stands(Connection connection, String mark) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("RELEASE SAVEPOINT " + mark);
            return true;
        } catch (SQLException e) {
            if (e.getErrorCode() == NO_SUCH_SAVEPOINT) {
                return false;
            }
            throw e;
        }
    }
}
