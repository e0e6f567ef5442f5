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
        return use(first) == null && use(second) == null ? use(first, second) : null;
    }

    private static Exception use(String... datasources) {
        try {
            UserTransaction transaction = new JndiName(TRANSACTION).lookup(UserTransaction.class);
            transaction.begin();
            try {
                for (String datasource : datasources) {
                    touch(new JndiName(datasource).lookup(DataSource.class));
                }
                return null;
            } finally {
                transaction.rollback();
            }
        } catch (Exception e) { // each server has its own
            return e;
        }
    }

    /** Open Liberty enlists a connection when a statement is made. */
    private static void touch(DataSource datasource) throws Exception {
        try (Connection connection = datasource.getConnection()) {
            connection.createStatement().close();
        }
    }
}
