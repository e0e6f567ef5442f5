// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.sql.DataSource;

/** The files for Flyway and Liquibase, and the tables that they create in the database of a test. */
final class VersionedFiles {

    private static final Path MIGRATIONS = Path.of("../migrations/src/main/resources/META-INF/onceward/migrations");

    private final DataSource pool;
    private final Path folder;

    /** @param ddl the DDL file of the database, after which the folder of the versioned files is named */
    VersionedFiles(DataSource pool, String ddl) {
        this.pool = pool;
        folder = MIGRATIONS.resolve(Path.of(ddl).getFileName().toString().replace(".sql", ""));
    }

    /** Runs all files in the order of their versions, with another prefix of the tables. */
    void run(String prefix) throws SQLException, IOException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted(Comparator.comparingInt(VersionedFiles::version))
                    .toList()) {
                String script =
                        Files.readString(file).replaceAll("(?m)^\\s*--.*$", "").replace("onceward_", prefix);
                for (String sql : script.split(";")) {
                    if (!sql.isBlank()) {
                        statement.execute(sql);
                    }
                }
            }
        }
    }

    private static int version(Path file) {
        String name = file.getFileName().toString();
        return Integer.parseInt(name.substring(1, name.indexOf("__")));
    }

    /** Returns the columns and indexes of the tables with a prefix, without the prefix and sorted. */
    List<String> columnsAndIndexes(String prefix) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Connection connection = pool.getConnection()) {
            DatabaseMetaData database = connection.getMetaData();
            for (String table : tables(connection, prefix)) {
                String name = table.substring(prefix.length()).toLowerCase(Locale.ROOT);
                try (ResultSet columns = database.getColumns(connection.getCatalog(), null, table, null)) {
                    while (columns.next()) {
                        found.add(name + " column "
                                + values(
                                        columns,
                                        "COLUMN_NAME",
                                        "TYPE_NAME",
                                        "COLUMN_SIZE",
                                        "IS_NULLABLE",
                                        "IS_AUTOINCREMENT",
                                        "IS_GENERATEDCOLUMN"));
                    }
                }
                try (ResultSet indexes = database.getIndexInfo(connection.getCatalog(), null, table, false, true)) {
                    while (indexes.next()) {
                        found.add(name + " index "
                                + values(indexes, "NON_UNIQUE", "ORDINAL_POSITION", "COLUMN_NAME", "FILTER_CONDITION"));
                    }
                }
            }
        }
        return found.stream().sorted().toList();
    }

    private static List<String> tables(Connection connection, String prefix) throws SQLException {
        List<String> names = new ArrayList<>();
        try (ResultSet tables = connection
                .getMetaData()
                .getTables(connection.getCatalog(), null, "%", new String[] {"TABLE", "BASE TABLE"})) {
            while (tables.next()) {
                String name = tables.getString("TABLE_NAME");
                if (name.toLowerCase(Locale.ROOT).startsWith(prefix)) {
                    names.add(name);
                }
            }
        }
        return names;
    }

    private static List<String> values(ResultSet row, String... columns) throws SQLException {
        List<String> values = new ArrayList<>();
        for (String column : columns) {
            values.add(row.getString(column));
        }
        return values;
    }
}
