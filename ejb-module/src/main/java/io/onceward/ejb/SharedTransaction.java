// SPDX-License-Identifier: Apache-2.0
package io.onceward.ejb;

import io.onceward.config.JndiName;
import jakarta.transaction.UserTransaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;

/**
 * A transaction of a bean that uses two datasources, as the application will. Only a server can tell whether it allows two: their names
 * and classes show neither an alias, nor XA, nor a last resource.
 */
final class SharedTransaction {

    private static final String TRANSACTION = "java:comp/UserTransaction";

    private SharedTransaction() {}

    /** Returns why no transaction can use both datasources; {@code null} if one can, or if one of the two fails alone. */
    static Exception failure(String first, String second) {
        return use(first) == null && use(second) == null ? use(first, second) : null;
    }

    /**
     * Returns whether what a bean writes by a datasource commits at once, although the bean has a transaction. With XA, some servers and
     * drivers say auto-commit within the transaction, too; a savepoint ends with its transaction.
     */
    static boolean commitsAtOnce(String datasource) {
        AtomicBoolean commits = new AtomicBoolean();
        Exception failure =
                use(connection -> commits.set(connection.getAutoCommit() && !keepsSavepoint(connection)), datasource);
        return failure == null && commits.get();
    }

    private static boolean keepsSavepoint(Connection connection) throws SQLException {
        if (!connection.getMetaData().getDatabaseProductName().matches("H2|MariaDB|MySQL|PostgreSQL")) {
            return true; // others have other statements
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("SAVEPOINT onceward_probe");
            statement.execute("ROLLBACK TO SAVEPOINT onceward_probe");
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    /** Open Liberty enlists a connection when a statement is made. */
    private static Exception use(String... datasources) {
        return use(connection -> connection.createStatement().close(), datasources);
    }

    /** What a bean does with a connection. */
    @FunctionalInterface
    private interface Work {
        void with(Connection connection) throws SQLException;
    }

    private static Exception use(Work work, String... datasources) {
        try {
            UserTransaction transaction = new JndiName(TRANSACTION).lookup(UserTransaction.class);
            transaction.begin();
            try {
                for (String datasource : datasources) {
                    try (Connection connection =
                            new JndiName(datasource).lookup(DataSource.class).getConnection()) {
                        work.with(connection);
                    }
                }
                return null;
            } finally {
                transaction.rollback();
            }
        } catch (Exception e) { // each server has its own
            return e;
        }
    }
}
