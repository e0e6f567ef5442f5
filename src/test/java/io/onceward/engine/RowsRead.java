// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/** Counts the rows that a database reads, by the figures of the database. H2 has no such figures. */
record RowsRead(DataSource dataSource, Jta jta) {

    /** Returns how many rows the database reads for some work. */
    long of(Callable<?> work) throws Exception {
        return jta.inNew(() -> {
            long first = soFar();
            long second = soFar();
            work.call();
            return soFar() - second - (second - first);
        });
    }

    /**
     * Returns the same for work that must begin its transaction. PostgreSQL's count also includes rows of earlier transactions
     * that the session has not reported yet; a session reports once a second.
     */
    long ofTransaction(Callable<?> work) throws Exception {
        if (!product().equals("PostgreSQL")) {
            return of(work);
        }
        while (jta.inNew(this::soFar) > 0) {
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
        }
        return jta.inNew(() -> {
            work.call();
            return soFar();
        });
    }

    private long soFar() throws SQLException {
        String figures = product().equals("PostgreSQL")
                ? "SELECT 'all', SUM(seq_tup_read + COALESCE(idx_tup_fetch, 0)) FROM pg_stat_xact_user_tables"
                : "SHOW SESSION STATUS LIKE 'Handler_read%'";
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet figure = statement.executeQuery(figures)) {
            long sum = 0;
            while (figure.next()) {
                sum += figure.getLong(2);
            }
            return sum;
        }
    }

    String product() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return connection.getMetaData().getDatabaseProductName();
        }
    }
}
