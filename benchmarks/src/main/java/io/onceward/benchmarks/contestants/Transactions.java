// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

import io.agroal.api.AgroalDataSource;
import io.onceward.benchmarks.environment.Database;
import java.sql.Connection;
import java.sql.SQLException;

/** The pool of an outbox written by hand, and the transactions of its producer: of the connection, or of JTA. */
record Transactions(AgroalDataSource pool, boolean isJta, Scope scope) implements AutoCloseable {

    /** Statements of a transaction. */
    @FunctionalInterface
    interface Work {
        void run(Connection connection) throws SQLException;
    }

    /** Begins and commits. */
    @FunctionalInterface
    interface Scope {
        void run(AgroalDataSource pool, Work work) throws Exception;
    }

    /** Transactions of a connection that knows nothing of JTA. */
    static Transactions plain(Database database) throws SQLException {
        return new Transactions(Pools.plain(database, false), false, (pool, work) -> {
            try (Connection connection = pool.getConnection()) {
                work.run(connection);
                connection.commit();
            }
        });
    }

    /** The transactions and the pool that Onceward has. */
    static Transactions jta(Database database, Jta jta) throws SQLException {
        return new Transactions(
                Pools.joining(database, jta),
                true,
                (pool, work) -> jta.inTransaction(() -> {
                    try (Connection connection = pool.getConnection()) {
                        work.run(connection);
                    }
                }));
    }

    void run(Work work) throws Exception {
        scope.run(pool, work);
    }

    /** A connection for a relay, which commits by itself. */
    Connection connection() throws SQLException {
        Connection connection = pool.getConnection();
        connection.setAutoCommit(false);
        return connection;
    }

    @Override
    public void close() {
        pool.close();
    }
}
