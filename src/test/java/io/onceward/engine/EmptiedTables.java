// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * Brings a database back to where the creation of Onceward's tables left it, without creating them again.
 *
 * @param tables selects the names of all tables
 * @param used whether a table has been written to: emptying it takes a while even without rows
 * @param off lets tables be emptied one by one
 * @param empty empties a table and starts its numbers again
 */
record EmptiedTables(String tables, String used, String off, String empty, String on) {

    private static final EmptiedTables POSTGRESQL = new EmptiedTables(
            "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace",
            "pg_relation_size('%s') > 0",
            "SET client_min_messages = error",
            "TRUNCATE %s RESTART IDENTITY CASCADE",
            "RESET client_min_messages");

    private static final EmptiedTables H2 = new EmptiedTables(
            "SELECT LOWER(table_name) FROM information_schema.tables WHERE table_schema = SCHEMA()",
            "TRUE",
            "SET REFERENTIAL_INTEGRITY FALSE",
            "TRUNCATE TABLE %s RESTART IDENTITY",
            "SET REFERENTIAL_INTEGRITY TRUE");

    private static final EmptiedTables INNODB = new EmptiedTables(
            "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE()",
            "'%1$s' IN ('onceward_outbox', 'onceward_inbox_message') OR EXISTS (SELECT 1 FROM %1$s)",
            "SET FOREIGN_KEY_CHECKS = 0",
            "TRUNCATE TABLE %s",
            "SET FOREIGN_KEY_CHECKS = 1");

    /** Empties Onceward's tables and drops all others. */
    static void empty(DataSource database) {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            EmptiedTables tables =
                    switch (connection.getMetaData().getDatabaseProductName()) {
                        case "PostgreSQL" -> POSTGRESQL;
                        case "H2" -> H2;
                        default -> INNODB;
                    };
            tables.empty(statement);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void empty(Statement statement) throws SQLException {
        statement.execute(off);
        for (String table : texts(statement, tables)) {
            if (!table.startsWith("onceward_")) {
                statement.execute("DROP TABLE " + table);
            } else if (!table.equals("onceward_schema") && isUsed(statement, table)) {
                statement.execute(empty.formatted(table));
            }
        }
        statement.execute(on);
    }

    private boolean isUsed(Statement statement, String table) throws SQLException {
        return !texts(statement, "SELECT 1 FROM onceward_schema WHERE " + used.formatted(table))
                .isEmpty();
    }

    private static List<String> texts(Statement statement, String query) throws SQLException {
        try (ResultSet row = statement.executeQuery(query)) {
            List<String> texts = new ArrayList<>();
            while (row.next()) {
                texts.add(row.getString(1));
            }
            return texts;
        }
    }
}
