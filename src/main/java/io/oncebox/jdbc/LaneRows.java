// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc;

import io.oncebox.jdbc.dialect.Dialect;
import io.oncebox.queue.LockedLanes;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The rows that stand for the lanes of a queue. */
record LaneRows(Dialect dialect, QueueTables tables) {

    /** Locks those that nobody has locked; {@link #bindLock} binds its parameters. */
    String lock(int shares) {
        String some = shares == 1 ? "" : " AND MOD(lane, ?) = ?";
        return "SELECT lane, lanes, held FROM " + tables.lane() + " WHERE " + tables.ownLanes() + some
                + " FOR UPDATE SKIP LOCKED";
    }

    /** Returns the index of the last parameter that it bound. */
    int bindLock(PreparedStatement statement, int share, int shares) throws SQLException {
        int i = tables.bind(statement, 0);
        if (shares > 1) {
            statement.setInt(++i, shares);
            statement.setInt(++i, share);
        }
        return i;
    }

    /** Locks one of so many lanes, if nobody has locked it. */
    boolean lock(Connection connection, int number, int total) throws SQLException {
        String sql = "SELECT lane FROM " + tables.lane() + " WHERE lane = ? AND lanes = ? AND " + tables.ownLanes()
                + " FOR UPDATE SKIP LOCKED";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setInt(1, number);
            statement.setInt(2, total);
            tables.bind(statement, 2);
            try (ResultSet row = statement.executeQuery()) {
                return row.next();
            }
        }
    }

    /** How many lanes there are. */
    int total(Connection connection) throws SQLException {
        String sql = "SELECT lanes FROM " + tables.lane() + " WHERE lane = 0 AND " + tables.ownLanes();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            tables.bind(statement, 0);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    /** The condition for events in these lanes, also with a slot that another writer left negative, behind another one; {@link #bind} binds its parameters. */
    String in(LockedLanes lanes) {
        return lanes.all()
                ? ""
                : " AND "
                        + dialect.in(
                                "ABS(MOD(slot, " + lanes.total() + "))",
                                lanes.numbers().size());
    }

    /**
     * Binds the numbers of {@link #in}.
     *
     * @param index of the parameter before them
     * @return the index of the last of them
     */
    int bind(PreparedStatement statement, int index, LockedLanes lanes) throws SQLException {
        List<Long> numbers = lanes.numbers().stream().map(Integer::longValue).toList();
        return lanes.all() ? index : dialect.bind(statement, index, numbers);
    }

    LockedLanes read(ResultSet row) throws SQLException {
        List<Integer> numbers = new ArrayList<>();
        List<Integer> held = new ArrayList<>();
        int total = 0;
        while (row.next()) {
            numbers.add(row.getInt(1));
            total = row.getInt(2);
            if (row.getBoolean(3)) {
                held.add(row.getInt(1));
            }
        }
        return new LockedLanes(numbers, total, held);
    }

    void setHeld(Connection connection, List<Integer> lanes, boolean held) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(dialect.underLocks(
                "UPDATE " + tables.lane() + " SET held = ? WHERE lane = ? AND " + tables.ownLanes()))) {
            for (int number : lanes) {
                statement.setBoolean(1, held);
                statement.setInt(2, number);
                tables.bind(statement, 2);
                statement.executeUpdate();
            }
        }
    }
}
