// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The tables of outbox, inbox and business, and the mistakes in them. */
record Books(String databaseUrl) {

    /** The effects of handlers that claim their messages. */
    static final Map<String, String> HANDLERS = Map.of(
            "billed", "billing",
            "shipped", "shipping",
            "told", "telling",
            "reserved", "reserving",
            "rated", "rating");

    /** The handler of a local channel: its rows are its claims. */
    private static final String LOCAL_HANDLER = "packing";

    /** The effects of which each order has exactly one. */
    static final Set<String> EFFECTS =
            Stream.concat(HANDLERS.keySet().stream(), Stream.of("packed")).collect(Collectors.toUnmodifiableSet());

    /** The effects of idempotent calls, each of which has an answer. */
    static final List<String> ANSWERED = List.of("reserved", "rated");

    /** Billing, shipping, telling. */
    private static final int EVENTS_OF_ORDER = 3;

    private static final String TABLES = """
            CREATE TABLE customers (key TEXT PRIMARY KEY, orders BIGINT NOT NULL);
            INSERT INTO customers VALUES ('red', 0), ('blue', 0);
            CREATE TABLE orders (nr BIGSERIAL PRIMARY KEY, id TEXT NOT NULL UNIQUE, key TEXT NOT NULL);
            CREATE TABLE effects (nr BIGSERIAL PRIMARY KEY, what TEXT NOT NULL, order_id TEXT NOT NULL,
              key TEXT NOT NULL, note TEXT);
            CREATE VIEW packings AS SELECT * FROM effects;
            CREATE INDEX effects_of_order ON effects (order_id, what);
            CREATE TABLE answers (order_id TEXT NOT NULL, what TEXT NOT NULL, answer TEXT,
              PRIMARY KEY (order_id, what))""";

    /** The rows for the janitors: claims, a result with each, and published events that are kept too long. */
    private static final String HISTORY = """
            INSERT INTO onceward_inbox (handler, messageid, processedat)
              SELECT 'shipping', 'old ' || n, now() - INTERVAL '40 days' FROM generate_series(1, 3) AS n
              ON CONFLICT DO NOTHING;
            INSERT INTO onceward_inbox_result (handler, messageid, status)
              SELECT 'shipping', 'old ' || n, 0 FROM generate_series(1, 3) AS n ON CONFLICT DO NOTHING;
            INSERT INTO onceward_outbox_sent (seq, id, aggregatetype, type, payload, contenttype, destination, createdat,
              attempts, sentat) SELECT -n, 'old ' || n, 'old', 'old', ''::BYTEA, 'text/plain', 'none:',
              now() - INTERVAL '40 days', 0, now() - INTERVAL '40 days' FROM generate_series(1, 3) AS n
              ON CONFLICT DO NOTHING""";

    /**
     * A node that serves all queues and takes no lane, as if it hung: the others share with it, and give up idle lanes. And one
     * that has just died: the next node of its name ends its lease. Its identity comes after all others, so that the steps are always
     * in the same order.
     */
    private static final String OTHER_NODES = """
            INSERT INTO onceward_node (identity, name, queues, leasefrom, leaseuntil)
              SELECT 'hanging', 'hanging', '["outbox:billing", "outbox:shipping", "outbox:telling", "inbox:shipping",
                "inbox:telling", "inbox:packing"]', now() - INTERVAL '1 hour', now() + INTERVAL '1 hour'
              UNION ALL SELECT 'the dead', 'node', '[]', now() - INTERVAL '10 seconds', now() + INTERVAL '10 seconds'
              ON CONFLICT DO NOTHING""";

    private static final String WAITING = "SELECT COUNT(*) FROM onceward_outbox";
    private static final String OLD_CLAIMS = " FROM onceward_inbox WHERE processedat < now() - INTERVAL '35 days'";
    private static final String OLD_EVENTS = " FROM onceward_outbox_sent WHERE sentat < now() - INTERVAL '35 days'";

    /** Begins with empty tables, whatever there was. */
    void begin() throws SQLException, IOException {
        execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
        try (InputStream ddl = Books.class.getResourceAsStream("/META-INF/onceward/postgresql.sql")) {
            execute(new String(ddl.readAllBytes(), StandardCharsets.UTF_8));
        }
        execute(TABLES);
    }

    /** Adds a node that serves all queues, and one that has died. */
    void addNodes() throws SQLException {
        execute(OTHER_NODES);
    }

    /** Returns when the leases end. */
    List<String> leases() throws SQLException {
        return rows("SELECT identity || ' ' || leaseuntil FROM onceward_node ORDER BY 1");
    }

    void addHistory() throws SQLException {
        execute(HISTORY);
    }

    /** Returns the work that is left: pending rows, expired rows, missing effects and missing answers. */
    long left() throws SQLException {
        return number("SELECT (" + WAITING + ") + (SELECT COUNT(*) FROM onceward_inbox_message) + (SELECT COUNT(*)"
                + OLD_CLAIMS + ") + (SELECT COUNT(*)" + OLD_EVENTS + ") + (" + missing(EFFECTS, "effects")
                + ") + (" + missing(ANSWERED, "answers") + ")");
    }

    private static String missing(Collection<String> whats, String table) {
        return "SELECT COUNT(*) FROM orders AS o CROSS JOIN (VALUES ('" + String.join("'), ('", whats)
                + "')) AS w (what) WHERE NOT EXISTS (SELECT 1 FROM " + table
                + " AS t WHERE t.order_id = o.id AND t.what = w.what)";
    }

    /** Returns the number of pending events. */
    long waiting() throws SQLException {
        return number(WAITING);
    }

    /** Returns the orders with wrong effects, each with the name of the effect. */
    Map<Anomaly, List<String>> anomalies() throws SQLException {
        Map<Anomaly, List<String>> found = new EnumMap<>(Anomaly.class);
        for (Anomaly anomaly : Anomaly.values()) {
            for (String what : EFFECTS) {
                for (String order : rows(anomaly.query(), what)) {
                    found.computeIfAbsent(anomaly, k -> new ArrayList<>()).add(order + " " + what);
                }
            }
        }
        return found;
    }

    /** Returns the contradictions between the effects and Onceward's tables or the answers of callers. */
    List<String> contradictions() throws SQLException {
        List<String> found = new ArrayList<>();
        found.addAll(rows("SELECT 'old claim: ' || messageid" + OLD_CLAIMS));
        found.addAll(rows("SELECT 'old event: ' || id" + OLD_EVENTS));
        found.addAll(rows("SELECT 'answer of another call: ' || a.order_id || ' ' || a.what FROM answers AS a"
                + " LEFT JOIN effects AS e ON e.order_id = a.order_id AND e.what = a.what"
                + " WHERE a.answer IS DISTINCT FROM e.note"));
        for (Map.Entry<String, String> handler : HANDLERS.entrySet()) {
            long effects = number("SELECT COUNT(*) FROM effects WHERE what = ?", handler.getKey());
            long claims = number("SELECT COUNT(*) FROM onceward_inbox WHERE handler = ?", handler.getValue());
            if (effects != claims) {
                found.add(claims + " claims of " + handler.getValue() + ", " + effects + " effects");
            }
        }
        long claims = number("SELECT COUNT(*) FROM onceward_inbox WHERE handler = ?", LOCAL_HANDLER);
        if (claims > 0) {
            found.add(claims + " claims of " + LOCAL_HANDLER);
        }
        long events = EVENTS_OF_ORDER * number("SELECT COUNT(*) FROM orders");
        long published = number("SELECT COUNT(*) FROM onceward_outbox_sent");
        if (published != events) {
            found.add(published + " events were published, " + events + " recorded");
        }
        return found;
    }

    void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(databaseUrl);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private long number(String query, String... parameters) throws SQLException {
        return Long.parseLong(rows(query, parameters).get(0));
    }

    private List<String> rows(String query, String... parameters) throws SQLException {
        try (Connection connection = DriverManager.getConnection(databaseUrl);
                PreparedStatement statement = connection.prepareStatement(query)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            List<String> found = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    found.add(rows.getString(1));
                }
            }
            return found;
        }
    }
}
