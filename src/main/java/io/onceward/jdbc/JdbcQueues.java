// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.jdbc.dialect.Dialect;
import io.onceward.queue.Side;
import io.onceward.queue.store.QueueStore;
import io.onceward.queue.store.Queues;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

final class JdbcQueues implements Queues {

    /** The number of lanes of a new queue. */
    private static final int LANES = 64;

    private final String datasource;
    private final Jdbc jdbc;
    private final Dialect dialect;
    private final QueueTables tables;

    /** The names of queues, as of the last look. Behind each of them, the next look finds a further one. */
    private volatile List<String> known = List.of();

    JdbcQueues(String datasource, Jdbc jdbc, Dialect dialect, QueueTables tables) {
        this.datasource = datasource;
        this.jdbc = jdbc;
        this.dialect = dialect;
        this.tables = tables;
    }

    @Override
    public Side side() {
        return tables.side();
    }

    @Override
    public Set<String> withWork() {
        List<String> before = known;
        Look look = jdbc.run(
                "look for queues with events", connection -> look(before).run(connection));
        known = look.names().stream().limit(QueueNames.MAX).toList();
        return look.withWork();
    }

    /** Returns one query for all queues. The database finds each queue, and its first event, by an index. */
    Query<Look> look(List<String> before) {
        StringBuilder sql = new StringBuilder("SELECT q.name, 1, CASE WHEN ")
                .append(EventSelect.work(dialect, tables, "q.name"))
                .append(" OR ")
                .append(mayUnblock())
                .append(" THEN 1 ELSE 0 END FROM (SELECT ")
                .append(tables.laneColumn())
                .append(" AS name FROM ")
                .append(tables.lanes())
                .append(" WHERE lane = 0) AS q");
        sql.append(nextWithRows(""));
        before.forEach(name -> sql.append(nextWithRows(" WHERE " + tables.queueColumn() + " > ?")));
        return new Query<>(
                sql.toString(),
                (statement, index) -> {
                    int i = index;
                    for (String name : before) {
                        statement.setString(++i, name);
                    }
                    return i;
                },
                Look::read);
    }

    /**
     * Returns the condition for blocked events for which no event and no operator wakes a relay. They may be behind parked ones
     * that block no key any more, because the policy of the queue has changed; or behind none, because the node that published
     * the earlier event has died.
     */
    private String mayUnblock() {
        String skips = "EXISTS (SELECT 1 FROM " + tables.policies() + " AS p WHERE p.side = '"
                + tables.side().text() + "' AND p.queue = q.name AND p." + JdbcPolicyStore.SKIPS + ")";
        return "(" + any("BLOCKED") + " AND (" + any("PARKED") + " AND " + skips + " OR NOT (" + any("PARKED") + " OR "
                + any("RETRYING") + ")))";
    }

    private String any(String state) {
        return EventSelect.exists(dialect, tables, "q.name", "o.state = '" + state + "'", tables.indexOrder());
    }

    /** Returns the further part of the query for the first queue with rows, or for the next one behind another. */
    private String nextWithRows(String behind) {
        String first = dialect.limited(
                "SELECT " + tables.queueColumn() + " AS name FROM " + tables.rows() + behind + " ORDER BY "
                        + tables.indexOrder(),
                1);
        String any = EventSelect.exists(
                dialect, tables, "q.name", "o.state <> '" + JdbcAppendStore.PROBE + "'", tables.indexOrder());
        return " UNION ALL SELECT q.name, 0, CASE WHEN " + any + " THEN 1 ELSE 0 END FROM (" + first + ") AS q";
    }

    /**
     * The result of a look.
     *
     * @param names the names of queues
     * @param withWork those of them that have work
     */
    record Look(TreeSet<String> names, Set<String> withWork) {

        private static Look read(ResultSet row) throws SQLException {
            Look look = new Look(new TreeSet<>(), new HashSet<>());
            Set<String> open = new HashSet<>();
            Set<String> withRows = new HashSet<>();
            while (row.next()) {
                String name = row.getString(1);
                look.names.add(name);
                if (row.getInt(2) == 1) {
                    open.add(name);
                }
                if (row.getInt(3) == 1) {
                    (row.getInt(2) == 1 ? look.withWork : withRows).add(name);
                }
            }
            withRows.removeAll(open);
            look.withWork.addAll(withRows);
            return look;
        }
    }

    @Override
    public QueueStore open(String queue) {
        jdbc.run("create the lanes of '" + queue + "'", connection -> {
            LaneRows lanes = new LaneRows(datasource, dialect, tables, queue);
            if (lanes.count(connection) == 0) {
                makeLanes(connection, lanes);
            }
            return null;
        });
        return new JdbcQueueStore(datasource, jdbc, dialect, tables, queue);
    }

    /** Makes the lanes in one statement: all of them or none. Another node may do so at the same time. */
    private void makeLanes(Connection connection, LaneRows made) throws SQLException {
        String rows = IntStream.range(0, LANES)
                .mapToObj(lane -> "(?, " + lane + ", " + LANES + ")")
                .collect(Collectors.joining(", "));
        String sql = "INSERT INTO " + tables.lanes() + " (" + tables.laneColumn() + ", lane, lanes) VALUES " + rows;
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int lane = 1; lane <= LANES; lane++) {
                statement.setString(lane, made.queue());
            }
            statement.executeUpdate();
        } catch (SQLException e) {
            if (made.count(connection) == 0) {
                throw e;
            }
        }
    }
}
