// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DataSourceUtils;

/** Work with the connection of Spring's transaction. */
final class SpringTransactions {

    /** Work with a connection. */
    @FunctionalInterface
    interface Work {
        void with(Connection connection) throws SQLException;
    }

    private SpringTransactions() {}

    static void use(DataSource pool, Work work) {
        Connection connection = DataSourceUtils.getConnection(pool);
        try {
            work.with(connection);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        } finally {
            DataSourceUtils.releaseConnection(connection, pool);
        }
    }
}
