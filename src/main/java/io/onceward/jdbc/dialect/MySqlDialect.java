// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc.dialect;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

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
    public String lockUnlocked(String table, String queueColumn, int count) {
        return positions(table, queueColumn, count) + " FOR UPDATE OF o SKIP LOCKED";
    }

    @Override
    public List<String> lockHolders(String table, String lanes, long seq) {
        String tables = " IN ('" + Dialect.bare(table) + "', '" + Dialect.bare(lanes) + "')";
        return List.of(
                session("t.trx_id IN (SELECT d.engine_transaction_id FROM performance_schema.data_locks AS d"
                        + " WHERE d.lock_type = 'RECORD' AND d.lock_status = 'GRANTED' AND d.object_name" + tables
                        + ")"),
                "SELECT CONCAT('session ', s.processlist_id, ', user ', s.processlist_user, ', client ', s.processlist_host)"
                        + " FROM performance_schema.metadata_locks AS m JOIN performance_schema.threads AS s"
                        + " ON s.thread_id = m.owner_thread_id WHERE m.lock_status = 'GRANTED' AND m.object_name"
                        + tables
                        + " AND m.lock_type IN ('SHARED_READ_ONLY', 'SHARED_NO_WRITE', 'SHARED_NO_READ_WRITE', 'EXCLUSIVE')"
                        + " AND s.processlist_id <> CONNECTION_ID() LIMIT 3");
    }

    @Override
    String level() {
        return "transaction_isolation";
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
