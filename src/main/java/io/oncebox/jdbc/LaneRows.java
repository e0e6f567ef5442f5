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

/** The rows of the lanes, one for each lane. */
record LaneRows(Dialect dialect, QueueTables tables) {

    /** Returns the statement that locks the lanes that no other transaction has locked; {@link #bindLock} binds its parameters. */
    String lock(int shares) {
        String some = shares == 1 ? "" : " AND MOD(lane, ?) = ?";
        return dialect.lockingUnlocked(
                "SELECT lane, lanes, held FROM " + tables.lanes() + " WHERE " + tables.ownLanes() + some);
    }

    /**
     * Binds the parameters of {@link #lock(int)}, which come first in their statement.
     *
     * @return the last parameter that is bound
     */
    int bindLock(PreparedStatement statement, int share, int shares) throws SQLException {
        int i = tables.bindOwnLanes(statement, 0);
        if (shares > 1) {
            statement.setInt(++i, shares);
            statement.setInt(++i, share);
        }
        return i;
    }

    /** Locks one of so many lanes, unless another transaction has locked it or the number of lanes has changed. */
    boolean lock(Connection connection, int number, int total) throws SQLException {
        String sql = dialect.lockingUnlocked(
                "SELECT lane FROM " + tables.lanes() + " WHERE lane = ? AND lanes = ? AND " + tables.ownLanes());
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setInt(1, number);
            statement.setInt(2, total);
            tables.bindOwnLanes(statement, 2);
            try (ResultSet row = statement.executeQuery()) {
                return row.next();
            }
        }
    }

    /** Returns how many lanes there are. */
    int total(Connection connection) throws SQLException {
        String sql = "SELECT lanes FROM " + tables.lanes() + " WHERE lane = 0 AND " + tables.ownLanes();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            tables.bindOwnLanes(statement, 0);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    /**
     * Returns the condition for events in these lanes, with a leading AND; {@link #bind} binds its parameters. A negative slot,
     * which only another writer leaves, has a lane, too.
     */
    String in(LockedLanes lanes) {
        return lanes.all()
                ? ""
                : " AND "
                        + dialect.in(
                                "ABS(MOD(slot, " + lanes.total() + "))",
                                lanes.numbers().size());
    }

    /**
     * Binds the parameters of {@link #in}.
     *
     * @param index the last parameter before them
     * @return the last parameter that is bound
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
                "UPDATE " + tables.lanes() + " SET held = ? WHERE lane = ? AND " + tables.ownLanes()))) {
            for (int number : lanes) {
                statement.setBoolean(1, held);
                statement.setInt(2, number);
                tables.bindOwnLanes(statement, 2);
                statement.executeUpdate();
            }
        }
    }
}
