// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc;

import io.oncebox.jdbc.dialect.Dialect;
import io.oncebox.queue.LeaseStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

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
    private final String findByName;
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
        findByName = "SELECT identity FROM " + nodes + " WHERE name = ? AND identity <> ?";
    }

    /**
     * Returns the condition for a node that has a lease.
     *
     * @param alias the alias of its row with a dot, or nothing
     */
    static String hasLease(String alias, Dialect dialect) {
        return alias + "leasefrom <= " + dialect.now() + " AND " + alias + "leaseuntil > " + dialect.now();
    }

    /** Reads before it writes: an update that finds no row locks a gap on some databases, where other nodes insert. */
    @Override
    public List<Node> renew(Node node, Duration length) {
        return jdbc.run("renew the lease of this node", connection -> {
            dialect.begin(connection);
            List<Node> nodes = new ArrayList<>();
            SortedSet<String> over = new TreeSet<>();
            read(connection, nodes, over);
            boolean known = over.remove(node.identity());
            known |= nodes.removeIf(other -> other.identity().equals(node.identity()));
            Instant now = dialect.now(connection);
            delete(connection, deleteIfOver, over.headSet(node.identity()));
            if (!known || write(connection, update, node, now, length) == 0) {
                write(connection, insert, node, now, length);
            }
            delete(connection, deleteIfOver, over.tailSet(node.identity()));
            nodes.add(node);
            return nodes;
        });
    }

    /** Reads the nodes that have a lease, and the identities of those whose lease is over. */
    private void read(Connection connection, Collection<Node> nodes, Collection<String> over) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(read);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                if (row.getInt(4) == 1) {
                    nodes.add(new Node(row.getString(1), row.getString(2), names.read(row.getString(3))));
                } else {
                    over.add(row.getString(1));
                }
            }
        }
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

    private static void delete(Connection connection, String sql, Iterable<String> identities) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (String identity : identities) {
                statement.setString(1, identity);
                statement.executeUpdate();
            }
        }
    }

    @Override
    public void endOthers(String identity, String name) {
        jdbc.run("end the leases of nodes with this name", connection -> {
            dialect.begin(connection);
            SortedSet<String> others = new TreeSet<>();
            try (PreparedStatement statement = connection.prepareStatement(findByName)) {
                statement.setString(1, name);
                statement.setString(2, identity);
                try (ResultSet row = statement.executeQuery()) {
                    while (row.next()) {
                        others.add(row.getString(1));
                    }
                }
            }
            delete(connection, delete, others);
            return null;
        });
    }

    @Override
    public void end(String identity) {
        jdbc.run("end the lease of this node", connection -> {
            dialect.begin(connection);
            delete(connection, delete, List.of(identity));
            return null;
        });
    }
}
