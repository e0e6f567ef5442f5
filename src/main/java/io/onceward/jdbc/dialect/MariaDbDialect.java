// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc.dialect;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import javax.sql.DataSource;

final class MariaDbDialect extends InnoDbDialect {

    /** Servers before version 11 report this prefix for the sake of old replicas. */
    private static final String COMPATIBILITY_PREFIX = "5.5.5-";

    @Override
    public String product() {
        return "MariaDB";
    }

    /** MySQL's driver calls every server "MySQL"; the version tells MariaDB from MySQL. */
    @Override
    public boolean supports(String product, String version) {
        return product.equals("MariaDB") || (product.equals("MySQL") && version.contains("MariaDB"));
    }

    @Override
    public Version version(String text) {
        return Version.of(text.startsWith(COMPATIBILITY_PREFIX) ? text.substring(COMPATIBILITY_PREFIX.length()) : text);
    }

    /** Older versions can't skip locked rows. */
    @Override
    public Version oldest() {
        return new Version(10, 6, 0);
    }

    /** Galera. */
    @Override
    public Optional<String> severalWriters() {
        return Optional.of("SHOW VARIABLES WHERE variable_name = 'wsrep_on' AND value = 'ON'");
    }

    @Override
    public Optional<String> staleReads(Connection connection, DataSource dataSource, ThreadFactory threads)
            throws SQLException {
        Optional<String> node = node(connection);
        if (node.isEmpty()) {
            return Optional.empty(); // reads wait
        }
        Optional<String> other = new OtherConnection(dataSource, threads)
                .ask(MariaDbDialect::node)
                .flatMap(found -> found);
        return other.isEmpty() || other.equals(node) ? Optional.empty() : Optional.of("wsrep_sync_wait = 0");
    }

    /** Returns the node of a connection whose reads don't wait for the commits of others. */
    private static Optional<String> node(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("SELECT @@wsrep_node_name FROM DUAL WHERE @@wsrep_sync_wait & 1 = 0")) {
            return row.next() ? Optional.ofNullable(row.getString(1)) : Optional.empty();
        }
    }

    /**
     * Switches snapshot isolation off, which is on by default since 11.6.2: the statement would fail if another transaction has
     * changed a row since this one began. Versions without the setting read it as a comment. Switches safe updates off, too: they
     * refuse each join with a list of positions, although each row is found by its key. MySQL's driver reads all of this as
     * comments, and so sees a query: after SET it expects no result.
     */
    @Override
    public String withoutSnapshot(String sql) {
        return "/*M! SET STATEMENT sql_safe_updates = OFF */ /*M!110402 , innodb_snapshot_isolation = OFF */ /*M! FOR */ "
                + sql;
    }

    /** Its other name is known since 11.1. */
    @Override
    String level() {
        return "tx_isolation";
    }

    @Override
    String timeout() {
        return "max_statement_time";
    }

    @Override
    String shortest() {
        return "0.999";
    }

    /** Only waiting sessions show who has locked a row; the relay does not wait. */
    @Override
    public List<String> lockHolders(String table, String lanes, long seq) {
        return List.of(session("t.trx_rows_locked > 0"));
    }

    @Override
    String collation() {
        return "utf8mb4_nopad_bin";
    }

    @Override
    String withoutWaiting(String sql) {
        return "SET STATEMENT innodb_lock_wait_timeout = 0 FOR " + sql;
    }

    @Override
    public String ddl() {
        return "META-INF/onceward/mariadb.sql";
    }
}
