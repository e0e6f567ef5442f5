// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import io.onceward.fixture.Sql;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The tables of orders and of their shipments, and the mistakes in them. */
record Shipments(String databaseUrl) {

    static final String EFFECT = "shipped";

    private static final String TABLES = """
            DROP SCHEMA public CASCADE; CREATE SCHEMA public;
            CREATE TABLE orders (nr BIGSERIAL PRIMARY KEY, id TEXT NOT NULL UNIQUE, key TEXT NOT NULL);
            CREATE TABLE effects (nr BIGSERIAL PRIMARY KEY, what TEXT NOT NULL, order_id TEXT NOT NULL);
            CREATE TABLE control (stop BOOLEAN NOT NULL);
            INSERT INTO control VALUES (FALSE)""";

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(databaseUrl);
    }

    /** Begins with empty tables. */
    void begin() {
        Sql.execute(this::connect, TABLES);
    }

    /** Has the nodes place no further order. */
    void stop() {
        Sql.execute(this::connect, "UPDATE control SET stop = TRUE");
    }

    boolean isStopped() {
        return Sql.text(this::connect, "SELECT stop FROM control").equals("t");
    }

    /** Returns the number of orders. */
    long orders() {
        return Long.parseLong(Sql.text(this::connect, "SELECT COUNT(*) FROM orders"));
    }

    /** Returns the work that is left: pending rows and missing shipments. */
    long left() {
        return Long.parseLong(Sql.text(this::connect, """
                SELECT (SELECT COUNT(*) FROM onceward_outbox) + (SELECT COUNT(*) FROM onceward_inbox_message)
                  + (SELECT COUNT(*) FROM orders WHERE id NOT IN (SELECT order_id FROM effects))"""));
    }

    /** Returns the orders that were lost, doubled, invented or overtaken. */
    List<String> anomalies() throws SQLException {
        List<String> found = new ArrayList<>();
        try (Connection connection = connect()) {
            for (Anomaly anomaly : Anomaly.values()) {
                try (PreparedStatement query = connection.prepareStatement(anomaly.query())) {
                    query.setString(1, EFFECT);
                    try (ResultSet rows = query.executeQuery()) {
                        while (rows.next()) {
                            found.add(anomaly + " " + rows.getString(1));
                        }
                    }
                }
            }
        }
        return found;
    }
}
