// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.api.EventState;
import io.onceward.jdbc.dialect.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntFunction;

/**
 * Changes rows of one queue and one state. Rows are given as ids by positions: a row that has another state or another id by now
 * is left alone.
 *
 * @param queue the value that names the queue in the rows
 * @param state the state of the rows
 */
record RowsByState(Connection connection, Dialect dialect, QueueTables tables, String queue, EventState state) {

    /** Most rows in one statement. */
    private static final int CHUNK = 1000;

    private static final String ARCHIVED =
            "seq, id, aggregatetype, aggregateid, type, payload, contenttype, headers, destination, createdat, attempts";

    /** Runs the statement for some of the rows. */
    @FunctionalInterface
    private interface Run {
        int on(PreparedStatement statement) throws SQLException;
    }

    /** Deletes rows; returns how many were there. */
    int delete(NavigableMap<Long, String> rows) throws SQLException {
        return change(count -> dialect.delete(tables.rows(), tables.queueColumn(), count), rows);
    }

    /** Changes rows; returns how many were there. */
    int update(String assignments, NavigableMap<Long, String> rows) throws SQLException {
        return change(count -> dialect.update(tables.rows(), tables.queueColumn(), assignments, count), rows);
    }

    /** Returns the condition for one row, which {@link #bindOne} binds. */
    String one() {
        return " WHERE " + tables.queueColumn() + " = ? AND state = ? AND seq = ? AND id = ?";
    }

    /**
     * Binds the parameters of {@link #one}.
     *
     * @param index the last parameter before them
     * @return the last parameter that is bound
     */
    int bindOne(PreparedStatement statement, int index, long position, String id) throws SQLException {
        statement.setString(index + 1, queue);
        statement.setString(index + 2, state.name());
        statement.setLong(index + 3, position);
        statement.setString(index + 4, id);
        return index + 4;
    }

    /** Deletes rows, or moves them to the archive if there is one, without those that another transaction has locked; returns how many. */
    int remove(NavigableMap<Long, String> rows) throws SQLException {
        Optional<String> archive = tables.archive();
        String table = tables.rows();
        String column = tables.queueColumn();
        int fast = archive.isEmpty() && dialect.deleteUnlocked(table, column, 1).isPresent()
                ? change(count -> dialect.deleteUnlocked(table, column, count).orElseThrow(), rows)
                : 0;
        if (fast == rows.size()) {
            return fast;
        }
        NavigableMap<Long, String> mine = lockUnlocked(rows);
        if (archive.isPresent()) {
            change(count -> dialect.copy(table, column, archive.get(), ARCHIVED, count), mine);
        }
        return fast + delete(mine);
    }

    /** Locks rows until the transaction ends; returns the positions of those that another transaction has locked. */
    Set<Long> locked(NavigableMap<Long, String> rows) throws SQLException {
        NavigableMap<Long, String> others = new TreeMap<>(rows);
        others.keySet().removeAll(lockUnlocked(rows).keySet());
        return positions(count -> dialect.positions(tables.rows(), tables.queueColumn(), count), others)
                .keySet();
    }

    private int change(IntFunction<String> statements, NavigableMap<Long, String> rows) throws SQLException {
        return run(statements, rows, dialect::updated);
    }

    /** Locks rows until the transaction ends; returns those that are there and that no other transaction has locked. */
    NavigableMap<Long, String> lockUnlocked(NavigableMap<Long, String> rows) throws SQLException {
        return positions(count -> dialect.lockUnlocked(tables.rows(), tables.queueColumn(), count), rows);
    }

    private NavigableMap<Long, String> positions(IntFunction<String> statements, NavigableMap<Long, String> rows)
            throws SQLException {
        NavigableMap<Long, String> found = new TreeMap<>();
        run(statements, rows, statement -> {
            try (ResultSet row = dialect.found(statement)) {
                while (row.next()) {
                    found.put(row.getLong(1), rows.get(row.getLong(1)));
                }
            }
            return 0;
        });
        return found;
    }

    private int run(IntFunction<String> statements, NavigableMap<Long, String> rows, Run run) throws SQLException {
        int sum = 0;
        for (NavigableMap<Long, String> rest = rows; !rest.isEmpty(); ) {
            NavigableMap<Long, String> chunk = rest;
            Optional<Long> next = rest.keySet().stream().skip(CHUNK).findFirst();
            if (next.isPresent()) {
                chunk = rest.headMap(next.get(), false);
                rest = rest.tailMap(next.get(), true);
            } else {
                rest = Collections.emptyNavigableMap();
            }
            String sql = dialect.byIndex(dialect.withoutSnapshot(statements.apply(chunk.size())));
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                dialect.bindRows(statement, queue, state.name(), chunk);
                sum += run.on(statement);
            }
        }
        return sum;
    }
}
