// SPDX-License-Identifier: Apache-2.0
package io.onceward.capture;

import io.onceward.capture.CaptureNeeds.SlotRow;
import io.onceward.outbox.capture.CaptureReading.Shortcoming;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads what a tool needs that captures a table from the log of PostgreSQL. Every role may read it. For one thread. */
final class LogicalReplication {

    private static final int MILLIS = 1000;
    private static final int FIRST_WITH_STATISTICS = 15;

    private final Connection connection;
    private final String table;
    private final String publication;
    private final String slot;
    private final List<Shortcoming> missing = new ArrayList<>();

    LogicalReplication(Connection connection, String table, String publication, String slot) {
        this.connection = connection;
        this.table = table;
        this.publication = publication;
        this.slot = slot;
    }

    CaptureNeeds needs() throws SQLException {
        checkLevel();
        checkPublication();
        Optional<SlotRow> found = checkSlot();
        return new CaptureNeeds(List.copyOf(missing), found);
    }

    private void checkLevel() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW wal_level")) {
            row.next();
            String level = row.getString(1);
            if (!"logical".equals(level)) {
                lost("wal_level is " + level
                        + ". Run: ALTER SYSTEM SET wal_level = 'logical'; and restart PostgreSQL.");
            }
        }
    }

    /** Columns that only newer versions have are read from the row as JSON. */
    private void checkPublication() throws SQLException {
        String sql =
                "SELECT p.puballtables, p.pubinsert, p.pubupdate OR p.pubdelete OR p.pubtruncate AS more, t.tablename IS NOT NULL AS listed,"
                        + " to_jsonb(t) ->> 'rowfilter' AS filter,"
                        + " jsonb_array_length(to_jsonb(t) -> 'attnames') < (SELECT count(*) FROM pg_attribute AS a"
                        + " WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS narrow,"
                        + " (SELECT count(*) FROM pg_publication_tables AS o WHERE o.pubname = p.pubname) AS tables"
                        + " FROM pg_publication AS p"
                        + " LEFT JOIN (pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace) ON c.oid = to_regclass(?)"
                        + " LEFT JOIN pg_publication_tables AS t"
                        + " ON t.pubname = p.pubname AND t.schemaname = n.nspname AND t.tablename = c.relname"
                        + " WHERE p.pubname = ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, table);
            statement.setString(2, publication);
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    lost("There is no publication " + publication + ". Run: " + creation()
                            + " A slot that is older than its publication can't be read: drop it and create it anew.");
                    return;
                }
                if (!row.getBoolean("listed")) {
                    lost("Publication " + publication + " does not contain the table. Run: ALTER PUBLICATION "
                            + publication + " SET TABLE " + table + ";");
                    return;
                }
                checkPublished(row);
            }
        }
    }

    private String creation() {
        return "CREATE PUBLICATION " + publication + " FOR TABLE " + table + " WITH (publish = 'insert');";
    }

    private void checkPublished(ResultSet row) throws SQLException {
        String toInserts = " Run: ALTER PUBLICATION " + publication + " SET (publish = 'insert');";
        String toTable = " Run: "
                + (row.getBoolean("puballtables")
                        ? "BEGIN; DROP PUBLICATION " + publication + "; " + creation() + " COMMIT;"
                        : "ALTER PUBLICATION " + publication + " SET TABLE " + table + ";");
        if (!row.getBoolean("pubinsert")) {
            lost("Publication " + publication + " publishes no inserts." + toInserts);
        } else if (row.getBoolean("more")) {
            wrong("Publication " + publication + " publishes more than inserts." + toInserts);
        }
        if (row.getString("filter") != null) {
            lost("Publication " + publication + " leaves rows of the table out: it has the filter "
                    + row.getString("filter") + "." + toTable);
        }
        if (row.getBoolean("narrow")) {
            lost("Publication " + publication + " leaves columns of the table out." + toTable);
        }
        if (row.getLong("tables") > 1) {
            wrong("Publication " + publication + " contains other tables, too." + toTable);
        }
    }

    private Optional<SlotRow> checkSlot() throws SQLException {
        String create = " Run: SELECT pg_create_logical_replication_slot('" + slot + "', 'pgoutput');";
        String sql =
                "SELECT s.active, s.plugin, s.database, s.confirmed_flush_lsn IS NULL AS unfinished, to_jsonb(s) ->> 'wal_status' AS status,"
                        + " to_jsonb(s) ->> 'invalidation_reason' AS reason,"
                        + " COALESCE(s.database = current_database(), FALSE) AS here,"
                        + " CASE WHEN pg_is_in_recovery() THEN 0 ELSE pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') END AS logend,"
                        + " CASE WHEN pg_is_in_recovery() THEN 0 ELSE COALESCE("
                        + "pg_wal_lsn_diff(pg_current_wal_lsn(), s.confirmed_flush_lsn), 0) END AS bytes,"
                        + " EXTRACT(EPOCH FROM clock_timestamp()"
                        + " - CAST(to_jsonb(s) ->> 'inactive_since' AS TIMESTAMP WITH TIME ZONE)) AS inactivity"
                        + " FROM pg_replication_slots AS s WHERE s.slot_name = ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, slot);
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    lost("There is no replication slot " + slot + "." + create);
                    return Optional.empty();
                }
                String drop =
                        " Run: SELECT pg_drop_replication_slot('" + slot + "');" + create.substring(" Run:".length());
                String database = row.getString("database");
                if (database != null && !row.getBoolean("here")) {
                    lost(
                            "Replication slot " + slot + " belongs to database " + database
                                    + ". Set onceward.cdc.slot to the name of another slot, which the connector of this database reads.");
                    return Optional.empty();
                }
                if (!"pgoutput".equals(row.getString("plugin"))) {
                    lost("Replication slot " + slot + " is not a logical slot with the plugin pgoutput." + drop);
                    return Optional.empty();
                }
                if (row.getBoolean("unfinished")) {
                    lost("Replication slot " + slot + " is still being created, which waits for open transactions.");
                }
                String status = row.getString("status");
                if ("lost".equals(status) || row.getString("reason") != null) {
                    lost("Replication slot " + slot
                            + " is invalidated: the database has removed log that its reader needed." + drop);
                }
                return Optional.of(new SlotRow(
                        slot,
                        row.getBoolean("active"),
                        status,
                        row.getLong("logend"),
                        row.getLong("bytes"),
                        seconds(row, "inactivity"),
                        statistics()));
            }
        }
    }

    /**
     * Reads what PostgreSQL has counted of the slot. A crash loses the numbers, and then the archiver's, too, are those of another
     * time. Before version 15, a number could get lost at other times.
     */
    private SlotStatistics statistics() throws SQLException {
        if (connection.getMetaData().getDatabaseMajorVersion() < FIRST_WITH_STATISTICS) {
            return null;
        }
        String sql = "SELECT s.total_txns, concat_ws(' ', EXTRACT(EPOCH FROM pg_postmaster_start_time()),"
                + " COALESCE(EXTRACT(EPOCH FROM a.stats_reset), 0), COALESCE(EXTRACT(EPOCH FROM s.stats_reset), 0)) AS period"
                + " FROM pg_stat_replication_slots AS s CROSS JOIN pg_stat_archiver AS a WHERE s.slot_name = ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, slot);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? new SlotStatistics(row.getString("period"), row.getLong("total_txns")) : null;
            }
        }
    }

    private static Duration seconds(ResultSet row, String column) throws SQLException {
        double seconds = row.getDouble(column);
        return row.wasNull() ? null : Duration.ofMillis(Math.max(0, Math.round(seconds * MILLIS)));
    }

    private void lost(String text) {
        missing.add(new Shortcoming(text, true));
    }

    private void wrong(String text) {
        missing.add(new Shortcoming(text, false));
    }
}
