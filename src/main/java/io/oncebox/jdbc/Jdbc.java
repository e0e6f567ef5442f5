// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc;

import io.oncebox.log.RecordingErrors;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Runs a piece of JDBC on a connection, and translates its exceptions in one place. */
record Jdbc(DataSource dataSource) {

    /** A piece of JDBC. */
    @FunctionalInterface
    interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    /** @param action what the error message calls it: "The database refused to …" */
    <T> T run(String action, Work<T> work) {
        try (Connection connection = dataSource.getConnection()) {
            return work.on(connection);
        } catch (SQLException e) {
            throw RecordingErrors.database(action, e);
        }
    }
}
