// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds mistakes in the tables and arrivals of a cluster that has settled after its faults. */
final class Checker {

    /** The most findings of one kind that are reported. */
    private static final int MOST = 20;

    /** For what lasts for a moment only: a lock of a short transaction, a lane of a killed node whose lease ends. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final String LEASE = "n.leasefrom <= clock_timestamp() AND n.leaseuntil > clock_timestamp()";
    private static final String OWNED =
            "EXISTS (SELECT 1 FROM onceward_node AS n WHERE n.identity = l.owner AND " + LEASE + ")";

    /** The tables of a side, and how their rows belong together. */
    private enum Side {
        OUTBOX("onceward_lane", "channel", "onceward_outbox", "e.aggregatetype = l.channel"),
        INBOX("onceward_inbox_lane", "handler", "onceward_inbox_message", "e.handler = l.handler");

        private final String lanes;
        private final String queue;
        private final String rows;
        private final String ofQueue;

        Side(String lanes, String queue, String rows, String ofQueue) {
            this.lanes = lanes;
            this.queue = queue;
            this.rows = rows;
            this.ofQueue = ofQueue;
        }

        /** Returns the expression for the name of a lane. */
        String lane() {
            return "'lane ' || l.lane || ' of " + queue + " ' || l." + queue;
        }
    }

    private final Connection connection;
    private final Arrivals arrivals;
    private final Arrivals publications;
    private final Duration patience;
    private final List<Violation> violations = new ArrayList<>();

    private Checker(Connection connection, Arrivals arrivals, Arrivals publications, Duration patience) {
        this.connection = connection;
        this.arrivals = arrivals;
        this.publications = publications;
        this.patience = patience;
    }

    /**
     * Returns the defects of the business data, the tables of Onceward, and the sessions.
     *
     * @param connection commits by itself
     * @param arrivals what the witness got
     * @param publications what the broker took for it, in this order
     */
    static List<Violation> violations(Connection connection, Arrivals arrivals, Arrivals publications)
            throws SQLException {
        return violations(connection, arrivals, publications, PATIENCE);
    }

    /** @param patience with what is held, and may be for a moment only */
    static List<Violation> violations(
            Connection connection, Arrivals arrivals, Arrivals publications, Duration patience) throws SQLException {
        Checker checker = new Checker(connection, arrivals, publications, patience);
        checker.checkEffects();
        checker.checkArrivals();
        checker.checkQueues();
        checker.checkLocks();
        checker.checkOwners();
        checker.checkSessions();
        return checker.violations;
    }

    /**
     * Returns the leases and lanes of nodes that should have given them up.
     *
     * @param connection commits by itself
     */
    static List<Violation> violationsAfterEnd(Connection connection) throws SQLException {
        Checker checker = new Checker(connection, new Arrivals(), new Arrivals(), Duration.ZERO);
        for (String node : checker.texts("SELECT COALESCE(name, identity) FROM onceward_node AS n WHERE " + LEASE)) {
            checker.violations.add(new Violation("node " + node + " still has a lease", ""));
        }
        for (Side side : Side.values()) {
            checker
                    .texts("SELECT " + side.lane() + " FROM " + side.lanes + " AS l WHERE " + OWNED + " ORDER BY 1")
                    .stream()
                    .limit(MOST)
                    .forEach(lane -> checker.violations.add(new Violation(lane + " still has an owner", "")));
        }
        return checker.violations;
    }

    private void checkEffects() throws SQLException {
        for (String what : PlainNode.EFFECTS.values()) {
            find("SELECT '" + what + " ' || COUNT(e.row) || ' times', o.id FROM orders o LEFT JOIN effects e"
                    + " ON e.order_id = o.id AND e.what = '" + what + "'"
                    + " GROUP BY o.id HAVING COUNT(e.row) <> 1");
        }
        find("SELECT what || ' after a later one of ' || key, order_id FROM (SELECT what, key, order_id, nr,"
                + " LAG(nr) OVER (PARTITION BY key ORDER BY row) AS before FROM effects WHERE what = '"
                + PlainNode.EFFECTS.get(PlainNode.LOCAL) + "') AS e WHERE nr < before");
        find("SELECT DISTINCT e.what || ' without an order', e.order_id FROM effects e"
                + " WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.id = e.order_id)");
        find("SELECT e.what || ' with the key or number of another order', e.order_id FROM effects e"
                + " JOIN orders o ON o.id = e.order_id WHERE (e.key, e.nr) <> (o.key, o.nr)");
    }

    private void checkArrivals() throws SQLException {
        Set<String> orders = new HashSet<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT id FROM orders")) {
            while (rows.next()) {
                orders.add(rows.getString(1));
            }
        }
        Set<String> arrived = arrivals.ids();
        orders.stream()
                .filter(id -> !arrived.contains(id))
                .limit(MOST)
                .forEach(id -> violations.add(new Violation("never published to the witness", id)));
        arrived.stream()
                .filter(id -> !orders.contains(id))
                .limit(MOST)
                .forEach(id -> violations.add(new Violation("published without an order", id)));
        publications.overtaken().stream()
                .limit(MOST)
                .forEach(order -> violations.add(new Violation(
                        "published after a later one of " + order.key() + ", as number " + order.nr(), order.id())));
    }

    private void checkQueues() throws SQLException {
        for (String table : List.of("onceward_outbox", "onceward_inbox_message")) {
            find("SELECT CASE state WHEN 'PARKED' THEN 'parked' ELSE 'left' END || ' in " + table
                    + ", ' || aggregatetype || ', ' || state || ', ' || attempts || ' attempts, '"
                    + " || COALESCE(lasterror, 'no error'), SPLIT_PART(CONVERT_FROM(payload, 'UTF8'), ' ', 3) FROM "
                    + table);
        }
    }

    private void checkLocks() throws SQLException {
        for (Side side : Side.values()) {
            String lanes = "SELECT " + side.lane() + " FROM " + side.lanes + " AS l";
            Set<String> locked = new HashSet<>(texts(lanes));
            await(() -> {
                texts(lanes + " FOR UPDATE SKIP LOCKED").forEach(locked::remove);
                return locked;
            });
            add(locked, "is locked");
        }
    }

    /** A lane of a killed node waits for the end of its lease, and then for a node that looks for due events. */
    private void checkOwners() throws SQLException {
        for (Side side : Side.values()) {
            String waiting = "SELECT DISTINCT " + side.lane() + " FROM " + side.lanes + " AS l JOIN " + side.rows
                    + " AS e ON " + side.ofQueue + " AND e.slot % l.lanes = l.lane WHERE NOT (" + OWNED
                    + ") AND (e.state = 'PENDING' OR e.availableat <= clock_timestamp())";
            add(await(() -> new HashSet<>(texts(waiting))), "has due events and no owner with a lease");
        }
    }

    /** Reads a set. */
    @FunctionalInterface
    private interface Look {
        Set<String> found() throws SQLException;
    }

    /** Looks until nothing is found any more, or for too long; returns what was found last. */
    private Set<String> await(Look look) throws SQLException {
        long deadline = System.nanoTime() + patience.toNanos();
        Set<String> found = look.found();
        while (!found.isEmpty() && System.nanoTime() - deadline < 0) {
            Pause.millis(50);
            found = look.found();
        }
        return found;
    }

    private void add(Set<String> lanes, String what) {
        lanes.stream().sorted().limit(MOST).forEach(lane -> violations.add(new Violation(lane + " " + what, "")));
    }

    private void checkSessions() throws SQLException {
        String idle = "SELECT application_name || ' has a session that is ' || state || ' since ' || state_change"
                + " || ', after: ' || query FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
                + " AND state LIKE 'idle in transaction%' AND xact_start < clock_timestamp() - INTERVAL '5 seconds'";
        await(() -> new HashSet<>(texts(idle))).forEach(session -> violations.add(new Violation(session, "")));
        texts("SELECT 'a transaction is left prepared since ' || prepared FROM pg_prepared_xacts")
                .forEach(prepared -> violations.add(new Violation(prepared, "")));
    }

    /** Adds what a query finds: what is wrong, and with which order. */
    private void find(String query) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query + " LIMIT " + MOST);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                violations.add(new Violation(rows.getString(1), rows.getString(2)));
            }
        }
    }

    private List<String> texts(String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            List<String> texts = new ArrayList<>();
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
            return texts;
        }
    }
}
