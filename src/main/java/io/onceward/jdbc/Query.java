// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A query with its parameters, and what is made of its rows. Used by one thread.
 *
 * @param <T> what is made of the rows
 */
final class Query<T> {

    /** Rows that the driver fetches together, if it can: a batch of large events ends before its last row. */
    private static final int FETCH_SIZE = 100;

    /** Short rows that the driver fetches together. */
    private static final int FETCH_SIZE_OF_SHORT_ROWS = 5000;

    /** Binds the parameters of a query. */
    @FunctionalInterface
    interface Parameters {

        /**
         * Binds the parameters.
         *
         * @param index the last parameter before them
         * @return the last parameter that is bound
         */
        int bind(PreparedStatement statement, int index) throws SQLException;
    }

    /** Makes something of the rows of a query. */
    @FunctionalInterface
    interface Rows<T> {
        T read(ResultSet rows) throws SQLException;
    }

    /** Binds nothing. */
    static final Parameters NONE = (statement, index) -> index;

    private final String sql;
    private final Parameters parameters;
    private final Rows<T> rows;
    private final int fetchSize;
    private T result;

    Query(String sql, Parameters parameters, Rows<T> rows) {
        this(sql, parameters, rows, FETCH_SIZE);
    }

    private Query(String sql, Parameters parameters, Rows<T> rows, int fetchSize) {
        this.sql = sql;
        this.parameters = parameters;
        this.rows = rows;
        this.fetchSize = fetchSize;
    }

    /** Returns the same query for rows without payloads: the driver fetches many of them together. */
    Query<T> ofShortRows() {
        return new Query<>(sql, parameters, rows, FETCH_SIZE_OF_SHORT_ROWS);
    }

    /** Returns the same query, whose result is made of the result of this one. */
    <R> Query<R> map(Function<T, R> function) {
        return new Query<>(sql, parameters, found -> function.apply(rows.read(found)), fetchSize);
    }

    String sql() {
        return sql;
    }

    Parameters parameters() {
        return parameters;
    }

    /** Runs the query. */
    T run(Connection connection) throws SQLException {
        run(connection, false, List.<Query<?>>of(this));
        return result;
    }

    /** Returns what was made of the rows; {@code null} before the query has run. */
    T result() {
        return result;
    }

    /**
     * Runs queries, one after the other.
     *
     * @param inOneCall whether to send them together; the driver then fetches as many rows of each as of the one with the shortest
     */
    static void run(Connection connection, boolean inOneCall, List<Query<?>> queries) throws SQLException {
        if (inOneCall) {
            runTogether(connection, queries);
        } else {
            for (Query<?> query : queries) {
                runTogether(connection, List.<Query<?>>of(query));
            }
        }
    }

    private static void runTogether(Connection connection, List<Query<?>> queries) throws SQLException {
        String all = queries.stream().map(Query::sql).collect(Collectors.joining("; "));
        try (PreparedStatement statement = connection.prepareStatement(all)) {
            statement.setFetchSize(
                    queries.stream().mapToInt(query -> query.fetchSize).max().orElse(FETCH_SIZE));
            int index = 0;
            for (Query<?> query : queries) {
                index = query.parameters().bind(statement, index);
            }
            statement.execute();
            for (Query<?> query : queries) {
                query.read(statement.getResultSet());
                statement.getMoreResults();
            }
        }
    }

    private void read(ResultSet found) throws SQLException {
        try (found) {
            result = rows.read(found);
        }
    }
}
