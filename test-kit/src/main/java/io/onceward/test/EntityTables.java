// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import javax.sql.DataSource;

/**
 * The tables that a persistence provider has created in the database of a test. Not thread-safe.
 *
 * <p>Those that are empty after their creation have the rows of entities; others, such as tables of sequences, stay as they are.
 */
final class EntityTables {

    private final DataSource dataSource;
    private final boolean isOwn;
    private final List<String> created = new ArrayList<>();

    /** @param isOwn whether the database is the H2 database of the test; the tables of another one stay as they are */
    EntityTables(DataSource dataSource, boolean isOwn) {
        this.dataSource = dataSource;
        this.isOwn = isOwn;
    }

    /** Runs the creation of the tables, and remembers them. */
    <T> T rememberCreated(Supplier<T> creation) {
        if (!isOwn) {
            return creation.get();
        }
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            List<String> before = tables(statement);
            T opened = creation.get();
            for (String table : tables(statement)) {
                if (!before.contains(table) && isEmpty(statement, table)) {
                    created.add(table);
                }
            }
            return opened;
        } catch (SQLException e) {
            throw TestKitErrors.databaseFailed("list the tables of the entities", e);
        }
    }

    private static List<String> tables(Statement statement) throws SQLException {
        List<String> tables = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery("SELECT table_schema, table_name FROM information_schema.tables"
                + " WHERE table_type = 'BASE TABLE' AND table_schema <> 'INFORMATION_SCHEMA'")) {
            while (rows.next()) {
                tables.add(quoted(rows.getString(1)) + "." + quoted(rows.getString(2)));
            }
        }
        return tables;
    }

    private static String quoted(String name) {
        return "\"" + name.replace("\"", "\"\"") + "\"";
    }

    private static boolean isEmpty(Statement statement, String table) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT 1 FROM " + table + " LIMIT 1")) {
            return !row.next();
        }
    }

    /** Deletes all rows of the entities, in any order. */
    void clear() {
        if (created.isEmpty()) {
            return;
        }
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SET REFERENTIAL_INTEGRITY FALSE");
            for (String table : created) {
                statement.execute("TRUNCATE TABLE " + table + " RESTART IDENTITY");
            }
            statement.execute("SET REFERENTIAL_INTEGRITY TRUE");
        } catch (SQLException e) {
            throw TestKitErrors.databaseFailed("delete the entities of the last test", e);
        }
    }
}
