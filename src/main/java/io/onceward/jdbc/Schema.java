// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.jdbc.dialect.Dialect;
import io.onceward.jdbc.dialect.SqlFailure;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/** The tables that this version of Onceward needs: their version and columns. */
final class Schema {

    /** Raised with every change of the DDL. Each version has a file for the upgrade in the module of the migrations. */
    static final int VERSION = 7;

    /**
     * The time in which the creation is retried: it may fail at each statement that another node has just run. A user without the right
     * to create tables gets the error after this time.
     */
    private static final Duration CREATE_PATIENCE = Duration.ofSeconds(5);

    /** The longest time between two attempts. It varies, so that nodes don't collide again and again. */
    private static final Duration CREATE_PAUSE = Duration.ofMillis(150);

    private final String datasource;
    private final Dialect dialect;
    private final Tables tables;
    private final Map<String, String> columns = new LinkedHashMap<>();

    Schema(String datasource, Dialect dialect, Tables tables) {
        this.datasource = datasource;
        this.dialect = dialect;
        this.tables = tables;
        columns.put(tables.version(), "version");
        columns.put(
                tables.outbox(),
                "seq, id, aggregatetype, aggregateid, type, payload, contenttype, headers, destination, slot, createdat,"
                        + " availableat, attempts, state, lasterror, " + dialect.heldSlot(""));
        columns.put(
                tables.sent(),
                "seq, id, aggregatetype, aggregateid, type, payload, contenttype, headers, destination, createdat,"
                        + " attempts, sentat");
        columns.put(tables.lane(), "channel, lane, lanes, held, owner, version");
        columns.put(tables.inbox(), "handler, messageid, processedat");
        columns.put(tables.results(), "handler, messageid, fingerprint, status, headers, contenttype, content");
        columns.put(
                tables.inboxMessage(),
                "seq, id, aggregatetype, aggregateid, type, payload, contenttype, headers, handler, slot, createdat,"
                        + " availableat, attempts, state, lasterror, shape, " + dialect.heldSlot(""));
        columns.put(tables.inboxLane(), "handler, lane, lanes, held, owner, version");
        columns.put(tables.node(), "identity, name, queues, leasefrom, leaseuntil");
        columns.put(tables.pause(), "side, queue, pausedby, pausedat");
        columns.put(tables.policy(), "side, queue, application, maxattempts, retrydelay, retrymaxdelay, onfailure");
    }

    /** Returns whether the last of the created tables has its row. */
    boolean exists(Connection connection) throws SQLException {
        return probe(connection, tables.version(), "1") == null && version(connection) > 0;
    }

    /**
     * Creates missing tables. Another node or application may do so at the same time: "if not exists" then fails instead of
     * waiting.
     */
    void create(Connection connection) throws SQLException {
        long deadline = System.nanoTime() + CREATE_PATIENCE.toNanos();
        while (true) {
            try {
                createOnce(connection);
                return;
            } catch (SQLException e) {
                if (System.nanoTime() - deadline >= 0) {
                    throw e;
                }
                long longest = CREATE_PAUSE.toNanos();
                LockSupport.parkNanos(longest / 3 + ThreadLocalRandom.current().nextLong(longest * 2 / 3));
            }
        }
    }

    private void createOnce(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements(dialect.ddl())) {
                statement.execute(tables.rename(sql));
            }
        }
    }

    /** @throws io.onceward.api.OncewardException if a table is missing or doesn't fit */
    void validate(Connection connection) throws SQLException {
        requireTable(connection, tables.version());
        int version = version(connection);
        if (version != VERSION) {
            throw JdbcErrors.tablesOfOtherVersion(datasource, version, VERSION, dialect.ddl());
        }
        for (Map.Entry<String, String> table : columns.entrySet()) {
            requireTable(connection, table.getKey());
            SQLException mismatch = probe(connection, table.getKey(), table.getValue());
            if (mismatch != null) {
                throw JdbcErrors.tableOutdated(
                        table.getKey(),
                        datasource,
                        mismatch.getMessage().lines().findFirst().orElse("a column is missing"),
                        dialect.ddl());
            }
        }
        List<String> faults = new Query<>(dialect.tableFaults(columns.keySet()), Query.NONE, row -> {
                    List<String> found = new ArrayList<>();
                    while (row.next()) {
                        found.add(row.getString(1));
                    }
                    return found;
                })
                .run(connection);
        if (!faults.isEmpty()) {
            throw JdbcErrors.unsafeTables(datasource, faults);
        }
        dialect.raisePositions(connection, tables.outbox(), "aggregatetype", "destination");
        dialect.raisePositions(connection, tables.inboxMessage(), "handler", "handler");
    }

    private void requireTable(Connection connection, String table) throws SQLException {
        SQLException missing = probe(connection, table, "1");
        if (missing != null) {
            throw JdbcErrors.tableMissing(table, datasource, dialect.ddl(), missing);
        }
    }

    private int version(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT MAX(version) FROM " + tables.version())) {
            rows.next();
            return rows.getInt(1);
        }
    }

    /** Returns why these columns can't be selected; {@code null} if they can. */
    private SQLException probe(Connection connection, String table, String columns) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet none = statement.executeQuery("SELECT " + columns + " FROM " + table + " WHERE 1 = 0")) {
            none.next();
            return null;
        } catch (SQLException e) {
            if (dialect.failure(e) == SqlFailure.MISSING) {
                return e;
            }
            throw e;
        }
    }

    private static List<String> statements(String script) {
        try (InputStream in = Schema.class.getClassLoader().getResourceAsStream(script)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)^\\s*--.*$", "");
            return Arrays.stream(text.split(";"))
                    .map(String::strip)
                    .filter(sql -> !sql.isEmpty())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
