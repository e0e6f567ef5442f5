// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.environment;

import java.io.Serializable;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.LongStream;

/**
 * One contestant's database.
 *
 * @param server the process id of its server, or 0 if it is in the JVM that uses it
 */
public record Database(String url, String user, long server) implements Serializable {

    private static final String BUSINESS =
            "CREATE TABLE IF NOT EXISTS business (%s, event BIGINT NOT NULL, customer VARCHAR(100)"
                    + " NOT NULL, amount INTEGER NOT NULL, note VARCHAR(200) NOT NULL, %s)";

    /** Creates the table that every contestant writes to, unless it exists. */
    public void createBusiness() throws SQLException {
        execute(
                isPostgres()
                        ? BUSINESS.formatted(
                                "id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
                                "at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp()")
                        : BUSINESS.formatted(
                                "id BIGINT AUTO_INCREMENT PRIMARY KEY",
                                "at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP"));
    }

    /** Has the planner know how many rows there are. */
    public void analyze() throws SQLException {
        if (isPostgres()) {
            execute("ANALYZE");
        }
    }

    /** Writes out what is dirty, so that no slice pays for the one before it. */
    public void checkpoint() throws SQLException {
        if (isPostgres()) {
            execute("CHECKPOINT");
        }
    }

    private boolean isPostgres() {
        return url.startsWith("jdbc:postgresql:");
    }

    /** A connection that commits each statement. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url, user, "");
    }

    public void execute(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** The one number that a query gives. */
    public long number(String query) throws SQLException {
        return numbers(query)[0];
    }

    /** The numbers in the one column that a query gives. */
    public long[] numbers(String query) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            LongStream.Builder numbers = LongStream.builder();
            while (rows.next()) {
                numbers.add(rows.getLong(1));
            }
            return numbers.build().toArray();
        }
    }
}
