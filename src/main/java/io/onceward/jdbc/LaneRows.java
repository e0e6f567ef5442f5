// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.api.OncewardException;
import io.onceward.jdbc.dialect.Dialect;
import io.onceward.queue.store.Lanes;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The rows of the lanes of one queue: who owns a lane, and its version. The version changes whenever a lane gets another owner, and
 * whenever an operator changes its events, so that what a node has read before no longer counts ({@code docs/model/leases.md}).
 *
 * <p>Only the owner may change the events of a lane, except for deleting published ones. Before that, it locks the row of the lane and
 * compares the version ({@link #lock}, step 7): whether it still owns the lane can't be known without this lock.
 *
 * <p>{@link #take} (step 2) reads which lanes are free, locks those, and reads the leases of their owners again afterwards: the statement that
 * locked a lane may have seen its new owner, but not yet the new owner's lease. Only what is read with the locks decides. The first read is
 * without locks, because at repeatable read InnoDB locks every row that a statement looks at, and not only those that it returns: no other node
 * could write a failure meanwhile ({@link #lock} skips locked lanes). A lane that becomes free after the first read waits, as if it had become
 * free after the take: who releases it looks once more (step 8), and the end of a lease is found by a poll.
 *
 * <p>All transactions lock lanes in the order of their numbers, and each change goes by the number of a lane and locks no other, so that nodes
 * don't deadlock.
 *
 * @param datasource names the datasource in errors
 */
record LaneRows(String datasource, Dialect dialect, QueueTables tables, String queue) {

    /** The most slots for which single lanes are taken; for more, all lanes are taken. */
    private static final int MOST_SLOTS = 64;

    /** Returns the query for the lanes of a node. */
    Query<Lanes> owned(String owner) {
        return new Query<>(
                select(tables.lanes()) + " WHERE " + ofQueue() + " AND owner = ?",
                (statement, index) -> {
                    statement.setString(index + 1, queue);
                    statement.setString(index + 2, owner);
                    return index + 2;
                },
                rows -> lanes(owner, rows));
    }

    private String select(String lanes) {
        return "SELECT lane, lanes, held, version, " + dialect.leftSetting() + " FROM " + lanes;
    }

    private String ofQueue() {
        return tables.laneColumn() + " = ?";
    }

    private Lanes lanes(String owner, ResultSet row) throws SQLException {
        int total = 0;
        Map<Integer, Long> versions = new HashMap<>();
        Set<Integer> held = new HashSet<>();
        while (row.next()) {
            String setting = row.getString(5);
            if (setting != null) {
                throw JdbcErrors.leftSetting(datasource, setting);
            }
            int lane = row.getInt(1);
            if (lane < 0 || lane >= row.getInt(2) || (total != 0 && total != row.getInt(2))) {
                throw unsound("has lane " + lane + " with lanes = " + row.getInt(2)
                        + (total == 0 ? "" : ", and others with lanes = " + total)
                        + "; the lanes must be numbered from 0, and the column lanes of each row must contain the"
                        + " number of rows");
            }
            total = row.getInt(2);
            versions.put(lane, row.getLong(4));
            if (row.getBoolean(3)) {
                held.add(lane);
            }
        }
        return new Lanes(owner, total, versions, held);
    }

    /** Takes lanes that are free, and skips those that another transaction has locked; returns whether it took any. */
    boolean take(Connection connection, String owner, Set<Integer> slots, int limit) throws SQLException {
        Set<Integer> seen = findFree(connection, slots);
        if (seen.isEmpty()) {
            return false;
        }
        Map<Integer, String> locked = lockFree(connection, seen, limit);
        locked.values().removeAll(withLease(connection, locked.values()));
        Set<Integer> free = locked.keySet();
        change(connection, "owner = ?, version = version + 1", "", free, owner);
        return !free.isEmpty();
    }

    /** Returns lanes that seem to be free. Locks nothing. */
    private Set<Integer> findFree(Connection connection, Set<Integer> slots) throws SQLException {
        List<Long> wanted = slots.size() > MOST_SLOTS
                ? List.of()
                : slots.stream().map(Integer::longValue).toList();
        String lanesOfSlots =
                "MOD(?, NULLIF(lanes, 0))" + ", MOD(?, NULLIF(lanes, 0))".repeat(Math.max(wanted.size() - 1, 0));
        return new Query<Map<Integer, String>>(
                        selectFree() + (wanted.isEmpty() ? "" : " AND lane IN (" + lanesOfSlots + ")"),
                        (statement, index) -> {
                            int i = index;
                            statement.setString(++i, queue);
                            for (Long slot : wanted) {
                                statement.setInt(++i, slot.intValue());
                            }
                            return i;
                        },
                        LaneRows::owners)
                .run(connection)
                .keySet();
    }

    /** Locks those of some lanes that still seem to be free; returns them with their owners, an empty text for none. */
    private Map<Integer, String> lockFree(Connection connection, Set<Integer> seen, int limit) throws SQLException {
        List<Long> numbers = seen.stream().map(Integer::longValue).toList();
        String sql = dialect.limited(selectFree() + " AND " + dialect.in("lane", numbers.size()) + " ORDER BY lane");
        return new Query<Map<Integer, String>>(
                        dialect.withoutSnapshot(dialect.lockingUnlocked(sql)),
                        (statement, index) -> {
                            statement.setString(index + 1, queue);
                            int last = dialect.bind(statement, index + 1, numbers);
                            statement.setInt(last + 1, limit);
                            return last + 1;
                        },
                        LaneRows::owners)
                .run(connection);
    }

    private String selectFree() {
        return "SELECT lane, owner FROM " + dialect.inOrder(tables.lanes() + " AS l") + " WHERE " + ofQueue()
                + " AND (owner IS NULL OR NOT EXISTS (SELECT 1 FROM " + tables.nodes()
                + " AS n WHERE n.identity = l.owner AND " + JdbcLeaseStore.hasLease("n.", dialect) + "))";
    }

    private static Map<Integer, String> owners(ResultSet row) throws SQLException {
        Map<Integer, String> owners = new TreeMap<>();
        while (row.next()) {
            owners.put(row.getInt(1), Objects.requireNonNullElse(row.getString(2), ""));
        }
        return owners;
    }

    /**
     * Returns which owners have a lease now. The statement that locked the lanes may not have seen a lease that began meanwhile,
     * although it has seen the owner.
     */
    private Set<String> withLease(Connection connection, Collection<String> owners) throws SQLException {
        String sql = "SELECT identity FROM " + tables.nodes() + " WHERE identity = ? AND "
                + JdbcLeaseStore.hasLease("", dialect);
        Set<String> withLease = new HashSet<>();
        for (String owner : new TreeSet<>(owners)) {
            if (!owner.isEmpty()
                    && new Query<>(
                                    dialect.withoutSnapshot(dialect.locking(sql)),
                                    (statement, index) -> {
                                        statement.setString(index + 1, owner);
                                        return index + 1;
                                    },
                                    ResultSet::next)
                            .run(connection)) {
                withLease.add(owner);
            }
        }
        return withLease;
    }

    /** Gives up lanes that a node owns, without those that another transaction has locked. */
    void release(Connection connection, String owner, Collection<Integer> numbers) throws SQLException {
        if (!numbers.isEmpty()) {
            Set<Integer> locked = lock(connection, owner, numbers).numbers();
            change(connection, "owner = NULLIF(owner, ?)", "", locked, owner);
        }
    }

    /** Locks lanes of a node, in their order, and returns them, without those that another transaction has locked. */
    Lanes lock(Connection connection, String owner, Collection<Integer> numbers) throws SQLException {
        List<Long> sorted = numbers.stream().map(Integer::longValue).sorted().toList();
        String sql = select(dialect.inOrder(tables.lanes())) + " WHERE " + ofQueue() + " AND owner = ? AND "
                + dialect.in("lane", sorted.size()) + " ORDER BY lane";
        return new Query<>(
                        dialect.withoutSnapshot(dialect.lockingUnlocked(sql)),
                        (statement, index) -> {
                            statement.setString(index + 1, queue);
                            statement.setString(index + 2, owner);
                            return dialect.bind(statement, index + 2, sorted);
                        },
                        rows -> lanes(owner, rows))
                .run(connection);
    }

    /** Locks one of so many lanes, unless another transaction has locked it or the number of lanes has changed. */
    boolean tryLock(Connection connection, int number, int total) throws SQLException {
        String sql = "SELECT lane FROM " + tables.lanes() + " WHERE " + ofQueue() + " AND lane = ? AND lanes = ?";
        return new Query<>(
                        dialect.withoutSnapshot(dialect.lockingUnlocked(sql)),
                        (statement, index) -> {
                            statement.setString(index + 1, queue);
                            statement.setInt(index + 2, number);
                            statement.setInt(index + 3, total);
                            return index + 3;
                        },
                        ResultSet::next)
                .run(connection);
    }

    /**
     * Counts the lanes.
     *
     * @throws OncewardException if they have gaps, or contradict each other about their number
     */
    int count(Connection connection) throws SQLException {
        return new Query<>(
                        "SELECT COUNT(*), MIN(lane), MAX(lane), MIN(lanes), MAX(lanes) FROM " + tables.lanes()
                                + " WHERE " + ofQueue(),
                        (statement, index) -> {
                            statement.setString(index + 1, queue);
                            return index + 1;
                        },
                        row -> {
                            row.next();
                            int count = row.getInt(1);
                            boolean sound = row.getInt(2) == 0
                                    && row.getInt(3) == count - 1
                                    && row.getInt(4) == count
                                    && row.getInt(5) == count;
                            if (count > 0 && !sound) {
                                throw unsound("has " + count + " rows, so their lanes must be 0 to " + (count - 1)
                                        + ", each with lanes = " + count);
                            }
                            return count;
                        })
                .run(connection);
    }

    /**
     * Counts the lanes of a queue that has been opened.
     *
     * @throws OncewardException if there are none, or they are not sound
     */
    int total(Connection connection) throws SQLException {
        int total = count(connection);
        if (total == 0) {
            throw unsound("has no lanes; restart the application to create them");
        }
        return total;
    }

    private OncewardException unsound(String found) {
        return JdbcErrors.tableOutdated(
                tables.lanes(), datasource, tables.laneColumn() + " '" + queue + "' " + found, dialect.ddl());
    }

    /** Says of locked lanes that events may be blocked in them. */
    void hold(Connection connection, Collection<Integer> numbers) throws SQLException {
        change(connection, "held = TRUE", " AND held = FALSE", numbers);
    }

    /** Says of locked lanes that no event is blocked in them. */
    void free(Connection connection, Collection<Integer> numbers) throws SQLException {
        change(connection, "held = FALSE", "", numbers);
    }

    /** Changes the versions of locked lanes: what nodes have read of them is no longer valid. */
    void invalidate(Connection connection, Collection<Integer> numbers) throws SQLException {
        change(connection, "version = version + 1", "", numbers);
    }

    private void change(
            Connection connection, String assignments, String condition, Collection<Integer> numbers, String... values)
            throws SQLException {
        if (numbers.isEmpty()) {
            return;
        }
        String sql = "UPDATE " + tables.lanes() + " SET " + assignments + " WHERE " + ofQueue() + " AND lane = ?"
                + condition;
        try (PreparedStatement statement = connection.prepareStatement(dialect.withoutSnapshot(sql))) {
            for (int number : numbers.stream().sorted().toList()) {
                int i = 0;
                for (String value : values) {
                    statement.setString(++i, value);
                }
                statement.setString(++i, queue);
                statement.setInt(++i, number);
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }
}
