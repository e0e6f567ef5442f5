// SPDX-License-Identifier: Apache-2.0
package io.onceward.capture;

import io.onceward.outbox.capture.CaptureReading.Shortcoming;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads whether the binary log of MySQL or MariaDB has every inserted row. The database knows no reader of the log, so it can't
 * say how far one is behind. For one thread.
 */
final class BinaryLog {

    /** The state of a statement that does not exist, or for which the user lacks a privilege. */
    private static final String REFUSED = "42000";

    /** Newer versions of MySQL have the first one alone, older ones and MariaDB the second one. */
    private static final List<String> STATUS = List.of("SHOW BINARY LOG STATUS", "SHOW MASTER STATUS");

    private final Connection connection;
    private final String schema;
    private final List<Shortcoming> missing = new ArrayList<>();

    /** @param table the table of the events, with its schema unless it is that of the session */
    BinaryLog(Connection connection, String table) throws SQLException {
        this.connection = connection;
        int dot = table.lastIndexOf('.');
        this.schema =
                dot < 0 ? connection.getCatalog() : table.substring(0, dot).replace("`", "");
    }

    CaptureNeeds needs() throws SQLException {
        require("log_bin", "1", "Set log_bin in the server's configuration, and restart the server.");
        require("binlog_format", "ROW", "Run: SET GLOBAL binlog_format = 'ROW'; and open new connections.");
        require("binlog_row_image", "FULL", "Run: SET GLOBAL binlog_row_image = 'FULL'; and open new connections.");
        require("sql_log_bin", "1", "Remove SET sql_log_bin = 0 from the URL or the connection pool.");
        for (String status : STATUS) {
            checkFilters(status);
        }
        return new CaptureNeeds(List.copyOf(missing), Optional.empty());
    }

    private void require(String variable, String value, String correction) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@" + variable)) {
            row.next();
            String found = row.getString(1);
            if (!value.equalsIgnoreCase(found)) {
                missing.add(new Shortcoming(variable + " is " + found + ", not " + value + ". " + correction, true));
            }
        }
    }

    /** Says if the log leaves out the changes of the schema. A user without the privilege does not learn it. */
    private void checkFilters(String status) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(status)) {
            if (row.next()) {
                String only = row.getString("Binlog_Do_DB");
                String without = row.getString("Binlog_Ignore_DB");
                if (!only.isEmpty() && !hasSchema(only)) {
                    leavesOut("binlog_do_db is " + only + ". Add " + schema + " to it");
                }
                if (hasSchema(without)) {
                    leavesOut("binlog_ignore_db is " + without + ". Remove " + schema + " from it");
                }
            }
        } catch (SQLException e) {
            if (!REFUSED.equals(e.getSQLState())) {
                throw e;
            }
        }
    }

    private boolean hasSchema(String names) {
        return Stream.of(names.split(",")).anyMatch(schema::equalsIgnoreCase);
    }

    private void leavesOut(String text) {
        missing.add(new Shortcoming(
                "The binary log has no changes of database " + schema + ", because " + text
                        + " in the server's configuration, and restart the server.",
                true));
    }
}
