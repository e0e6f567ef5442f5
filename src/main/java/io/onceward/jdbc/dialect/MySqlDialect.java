// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc.dialect;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

final class MySqlDialect extends InnoDbDialect {

    @Override
    public String product() {
        return "MySQL";
    }

    @Override
    public boolean supports(String product, String version) {
        return product.equals("MySQL") && !version.contains("MariaDB");
    }

    /** Older versions have no collation that compares byte by byte; 8.0.1 and newer skip locked rows. */
    @Override
    public Version oldest() {
        return new Version(8, 0, 17);
    }

    @Override
    public String ddl() {
        return "META-INF/onceward/mysql.sql";
    }

    /** Waits at most a second: MySQL has no shorter lock wait, and no setting for one statement. */
    @Override
    public boolean tryClaim(Connection connection, String inboxTable, String handler, String messageId)
            throws SQLException {
        try (Statement session = connection.createStatement()) {
            session.execute(
                    "SET @onceward_wait = @@SESSION.innodb_lock_wait_timeout, SESSION innodb_lock_wait_timeout = 1");
            try {
                return super.tryClaim(connection, inboxTable, handler, messageId);
            } finally {
                session.execute("SET SESSION innodb_lock_wait_timeout = @onceward_wait");
            }
        }
    }

    /** MySQL refuses to lock the rows of a JSON table. */
    @Override
    public String lock(String table, String queueColumn, int count) {
        return super.lock(table, queueColumn, count) + " OF o";
    }

    @Override
    String timeout() {
        return "max_execution_time";
    }

    @Override
    String shortest() {
        return "999";
    }

    @Override
    String collation() {
        return "utf8mb4_0900_bin";
    }

    @Override
    String withoutWaiting(String sql) {
        return sql;
    }
}
