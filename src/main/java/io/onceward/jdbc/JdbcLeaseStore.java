// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.jdbc.dialect.Dialect;
import io.onceward.queue.store.LeaseStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A lease is a row with the times between which it holds. It begins one length before its renewal: after a larger jump back of
 * the clock it doesn't hold, and after a small one it does. Rows are changed by their identities, in order, and no others are
 * locked.
 */
final class JdbcLeaseStore implements LeaseStore {

    private final Jdbc jdbc;
    private final Dialect dialect;
    private final String insert;
    private final String update;
    private final String read;
    private final String delete;
    private final String deleteIfOver;
    private final NamesJson names = new NamesJson();

    JdbcLeaseStore(Jdbc jdbc, Dialect dialect, Tables tables) {
        this.jdbc = jdbc;
        this.dialect = dialect;
        String nodes = tables.node();
        insert = "INSERT INTO " + nodes + " (name, queues, leasefrom, leaseuntil, identity) VALUES (?, ?, ?, ?, ?)";
        update = dialect.withoutSnapshot(
                "UPDATE " + nodes + " SET name = ?, queues = ?, leasefrom = ?, leaseuntil = ? WHERE identity = ?");
        read = "SELECT identity, name, queues, CASE WHEN " + hasLease("", dialect) + " THEN 1 ELSE 0 END FROM " + nodes;
        delete = dialect.withoutSnapshot("DELETE FROM " + nodes + " WHERE identity = ?");
        deleteIfOver = dialect.withoutSnapshot(
                "DELETE FROM " + nodes + " WHERE identity = ? AND NOT (" + hasLease("", dialect) + ")");
    }

    /**
     * Returns the condition for a node that has a lease.
     *
     * @param alias the alias of its row with a dot, or nothing
     */
    static String hasLease(String alias, Dialect dialect) {
        return alias + "leasefrom <= " + dialect.now() + " AND " + alias + "leaseuntil > " + dialect.now();
    }

    /**
     * What was read before the lease of a node is written: an update that finds no row locks a gap on some databases, where other
     * nodes insert.
     *
     * @param known whether the node has a row
     * @param others the other nodes that have a lease
     * @param deletions the statements that delete the rows of other nodes, by identity
     */
    private record Found(boolean known, List<Node> others, SortedMap<String, String> deletions) {

        /**
         * Returns whether another node has begun with the name of this one, and has ended its lease. If both leases hold, because
         * both were written at the same time, the node with the higher identity keeps the name.
         */
        boolean isReplaced(Node node) {
            return others.stream()
                    .filter(other -> hasNameOf(node, other))
                    .anyMatch(other -> !known || node.identity().compareTo(other.identity()) < 0);
        }
    }

    private static boolean hasNameOf(Node node, Node other) {
        return node.name() != null && node.name().equals(other.name());
    }

    @Override
    public List<Node> begin(Node node, Duration length) {
        return jdbc.run("begin the lease of this node", connection -> {
            Found found = read(connection, node);
            found.others().stream().filter(other -> hasNameOf(node, other)).forEach(other -> found.deletions()
                    .put(other.identity(), delete));
            found.others().removeIf(other -> hasNameOf(node, other));
            return write(connection, found, node, length);
        });
    }

    @Override
    public List<Node> renew(Node node, Duration length) {
        return jdbc.run("renew the lease of this node", connection -> {
            Found found = read(connection, node);
            Node kept = found.isReplaced(node) ? new Node(node.identity(), null, node.queues()) : node;
            return write(connection, found, kept, length);
        });
    }

    private Found read(Connection connection, Node node) throws SQLException {
        dialect.begin(connection);
        boolean known = false;
        List<Node> others = new ArrayList<>();
        SortedMap<String, String> over = new TreeMap<>();
        try (PreparedStatement statement = connection.prepareStatement(read);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                String identity = row.getString(1);
                if (identity.equals(node.identity())) {
                    known = true;
                } else if (row.getInt(4) == 1) {
                    others.add(new Node(identity, row.getString(2), names.read(row.getString(3))));
                } else {
                    over.put(identity, deleteIfOver);
                }
            }
        }
        return new Found(known, others, over);
    }

    private List<Node> write(Connection connection, Found found, Node node, Duration length) throws SQLException {
        Instant now = dialect.now(connection);
        delete(connection, found.deletions().headMap(node.identity()));
        if (!found.known() || write(connection, update, node, now, length) == 0) {
            write(connection, insert, node, now, length);
        }
        delete(connection, found.deletions().tailMap(node.identity()));
        found.others().add(node);
        return found.others();
    }

    private int write(Connection connection, String sql, Node node, Instant now, Duration length) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, node.name());
            statement.setString(2, names.write(node.queues()));
            statement.setObject(3, dialect.timestamp(now.minus(length)));
            statement.setObject(4, dialect.timestamp(now.plus(length)));
            statement.setString(5, node.identity());
            return statement.executeUpdate();
        }
    }

    /** @param statements by the identity of the node whose row is deleted */
    private static void delete(Connection connection, Map<String, String> statements) throws SQLException {
        for (Map.Entry<String, String> each : statements.entrySet()) {
            try (PreparedStatement statement = connection.prepareStatement(each.getValue())) {
                statement.setString(1, each.getKey());
                statement.executeUpdate();
            }
        }
    }

    @Override
    public void end(String identity) {
        jdbc.run("end the lease of this node", connection -> {
            dialect.begin(connection);
            delete(connection, Map.of(identity, delete));
            return null;
        });
    }
}
