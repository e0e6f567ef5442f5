// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** The tables of the business on both sides, and by which producers are told to stop; and the user whom servers connect as. */
final class Tables {

    private static final String DDL = """
            CREATE ROLE onceward LOGIN SUPERUSER;
            CREATE TABLE orders (
              id   TEXT PRIMARY KEY,
              key  TEXT NOT NULL,
              nr   BIGINT NOT NULL,
              node TEXT NOT NULL,
              at   TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
              UNIQUE (key, nr)
            );
            CREATE INDEX orders_at ON orders (at);
            CREATE TABLE effects (
              row      BIGSERIAL PRIMARY KEY,
              what     TEXT NOT NULL,
              order_id TEXT NOT NULL,
              key      TEXT NOT NULL,
              nr       BIGINT NOT NULL,
              node     TEXT NOT NULL,
              at       TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp()
            );
            CREATE INDEX effects_order ON effects (order_id, what);
            CREATE TABLE control (stop BOOLEAN NOT NULL);
            INSERT INTO control (stop) VALUES (FALSE);
            """;

    private Tables() {}

    static void create(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(DDL);
        }
    }

    /** Tells the producers to stop. */
    static void stopOrders(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("UPDATE control SET stop = TRUE");
        }
    }
}
