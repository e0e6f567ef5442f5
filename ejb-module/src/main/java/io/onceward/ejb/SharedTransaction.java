// SPDX-License-Identifier: Apache-2.0
package io.onceward.ejb;

import io.onceward.config.JndiName;
import jakarta.transaction.UserTransaction;
import java.sql.Connection;
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
        return failureOf(first) == null && failureOf(second) == null ? failureOf(first, second) : null;
    }

    private static Exception failureOf(String... datasources) {
        try {
            use(datasources);
            return null;
        } catch (Exception e) { // each server has its own
            return e;
        }
    }

    /** Returns whether what a bean writes by a datasource commits at once, although the bean has a transaction. */
    static boolean commitsAtOnce(String datasource) {
        try {
            return use(datasource);
        } catch (Exception e) {
            return false; // the bean fails, too
        }
    }

    /** Returns whether a connection commits by itself. */
    private static boolean use(String... datasources) throws Exception {
        UserTransaction transaction = new JndiName(TRANSACTION).lookup(UserTransaction.class);
        transaction.begin();
        try {
            boolean commits = false;
            for (String datasource : datasources) {
                commits |= touch(new JndiName(datasource).lookup(DataSource.class));
            }
            return commits;
        } finally {
            transaction.rollback();
        }
    }

    /** Open Liberty enlists a connection when a statement is made. The drivers of MySQL and MariaDB have auto-commit in XA transactions, too. */
    private static boolean touch(DataSource datasource) throws Exception {
        try (Connection connection = datasource.getConnection()) {
            connection.createStatement().close();
            return connection.getAutoCommit()
                    && !connection.getMetaData().getDatabaseProductName().matches("MySQL|MariaDB");
        }
    }
}
