// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.environment;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.LongStream;

/** One contestant's database. */
public record Database(String url, String user) {

    public void execute(String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, user, "");
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
        try (Connection connection = DriverManager.getConnection(url, user, "");
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
