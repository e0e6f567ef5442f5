// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.jdbc.dialect.Dialect;
import io.onceward.queue.Side;
import io.onceward.queue.store.Cluster;
import io.onceward.queue.store.ClusterStore;
import io.onceward.queue.store.DeclaredPolicy;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

final class JdbcClusterStore implements ClusterStore {

    private static final Query.Parameters NONE = (statement, index) -> index;

    private final String datasource;
    private final Jdbc jdbc;
    private final Dialect dialect;
    private final String readNodes;
    private final String readLanes;
    private final String readPolicies;
    private final NamesJson names = new NamesJson();

    JdbcClusterStore(String datasource, Jdbc jdbc, Dialect dialect, Tables tables) {
        this.datasource = datasource;
        this.jdbc = jdbc;
        this.dialect = dialect;
        readNodes = "SELECT identity, name, queues, leaseuntil FROM " + tables.node() + " WHERE "
                + JdbcLeaseStore.hasLease("", dialect) + " ORDER BY name, identity";
        readLanes = lanes(QueueTables.outbox(tables, false)) + " UNION ALL " + lanes(QueueTables.inbox(tables));
        readPolicies = "SELECT " + JdbcPolicyStore.COLUMNS + ", side FROM " + tables.policy();
    }

    private static String lanes(QueueTables tables) {
        return "SELECT '" + tables.side().text() + "', " + tables.laneColumn() + ", owner, COUNT(*) FROM "
                + tables.lanes() + " GROUP BY " + tables.laneColumn() + ", owner";
    }

    /** The name of a queue on its side. */
    private record Name(Side side, String queue) implements Comparable<Name> {

        private static final Comparator<Name> ORDER =
                Comparator.comparing((Name name) -> name.side().text()).thenComparing(Name::queue);

        @Override
        public int compareTo(Name other) {
            return ORDER.compare(this, other);
        }
    }

    @Override
    public Cluster read(String self) {
        return jdbc.run("read nodes and lanes", connection -> {
            Query<List<Cluster.Node>> nodes = new Query<>(readNodes, NONE, this::nodes);
            Query<Map<Name, Map<String, Integer>>> lanes = new Query<>(readLanes, NONE, JdbcClusterStore::owners);
            Query<Map<Name, DeclaredPolicy>> policies = new Query<>(readPolicies, NONE, JdbcClusterStore::policies);
            Query.run(connection, dialect.severalInOneCall(), List.of(nodes, lanes, policies));
            return new Cluster(
                    datasource, self, nodes.result(), queues(nodes.result(), lanes.result(), policies.result()));
        });
    }

    private List<Cluster.Node> nodes(ResultSet row) throws SQLException {
        List<Cluster.Node> nodes = new ArrayList<>();
        while (row.next()) {
            nodes.add(new Cluster.Node(
                    row.getString(1),
                    row.getString(2),
                    names.read(row.getString(3)),
                    dialect.instant(row, "leaseuntil")));
        }
        return nodes;
    }

    /** Returns the numbers of lanes by their owners; the owner of free lanes is an empty text. */
    private static Map<Name, Map<String, Integer>> owners(ResultSet row) throws SQLException {
        Map<Name, Map<String, Integer>> lanes = new HashMap<>();
        while (row.next()) {
            Name name = new Name(Side.of(row.getString(1)).orElseThrow(), row.getString(2));
            String owner = row.getString(3);
            lanes.computeIfAbsent(name, each -> new HashMap<>()).put(owner == null ? "" : owner, row.getInt(4));
        }
        return lanes;
    }

    /** Returns the declared policies, without rows whose side does not exist. */
    private static Map<Name, DeclaredPolicy> policies(ResultSet row) throws SQLException {
        Map<Name, DeclaredPolicy> policies = new HashMap<>();
        while (row.next()) {
            DeclaredPolicy policy = JdbcPolicyStore.declared(row);
            Side.of(row.getString("side")).ifPresent(side -> policies.put(new Name(side, policy.queue()), policy));
        }
        return policies;
    }

    private static List<Cluster.Queue> queues(
            List<Cluster.Node> nodes, Map<Name, Map<String, Integer>> lanes, Map<Name, DeclaredPolicy> policies) {
        Set<String> live = nodes.stream().map(Cluster.Node::identity).collect(Collectors.toSet());
        SortedSet<Name> all = new TreeSet<>(lanes.keySet());
        all.addAll(policies.keySet());
        List<Cluster.Queue> queues = new ArrayList<>();
        for (Name name : all) {
            Map<String, Integer> owned = new TreeMap<>(lanes.getOrDefault(name, Map.of()));
            int total = owned.values().stream().mapToInt(Integer::intValue).sum();
            owned.keySet().retainAll(live);
            int free =
                    total - owned.values().stream().mapToInt(Integer::intValue).sum();
            queues.add(new Cluster.Queue(name.side(), name.queue(), policies.get(name), owned, free));
        }
        return queues;
    }
}
