// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.api.OncewardException;
import io.onceward.jdbc.dialect.Dialect;
import io.onceward.jdbc.dialect.SqlFailure;
import io.onceward.log.DatabaseErrors;
import io.onceward.log.Kind;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Runs a piece of JDBC on a connection, and translates its exceptions: the only place that knows their causes. */
public record Jdbc(DataSource dataSource, Dialect dialect) {

    /** A piece of JDBC. */
    @FunctionalInterface
    public interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    /**
     * Runs the work on a connection, and closes it.
     *
     * @param action the verb of the error message: "Onceward could not …"
     * @throws OncewardException if the database refuses
     */
    public <T> T run(String action, Work<T> work) {
        try (Connection connection = connect(action)) {
            return work.on(connection);
        } catch (SQLException e) {
            throw failed(action, dialect.failure(e), e);
        }
    }

    /** Gets a connection. Without one the database can't be used now, whatever the codes of the pool. */
    private Connection connect(String action) {
        try {
            return dataSource.getConnection();
        } catch (SQLException e) {
            throw failed(action, SqlFailure.UNAVAILABLE, e);
        }
    }

    /** Returns the exception for a failed piece of JDBC. */
    static OncewardException failed(String action, SqlFailure cause, SQLException failure) {
        if (cause == SqlFailure.REFUSED || cause == SqlFailure.MISSING) {
            return DatabaseErrors.statementRefused(action, failure);
        }
        return DatabaseErrors.database(
                action,
                switch (cause) {
                    case UNAVAILABLE -> Kind.UNAVAILABLE;
                    case CONFLICT -> Kind.CONFLICT;
                    case INVALID_DATA -> Kind.MESSAGE;
                    case CONSTRAINT -> Kind.CONSTRAINT;
                    default -> Kind.OTHER;
                },
                failure);
    }
}
