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

/**
 * Reads whether the binary log of MySQL or MariaDB has every inserted row. The database knows no reader of the log, so it can't
 * say how far one is behind. For one thread.
 */
final class BinaryLog {

    private final Connection connection;
    private final List<Shortcoming> missing = new ArrayList<>();

    BinaryLog(Connection connection) {
        this.connection = connection;
    }

    CaptureNeeds needs() throws SQLException {
        require("log_bin", "1", "Set log_bin in the server's configuration, and restart the server.");
        require("binlog_format", "ROW", "Run: SET GLOBAL binlog_format = 'ROW'; and open new connections.");
        require("binlog_row_image", "FULL", "Run: SET GLOBAL binlog_row_image = 'FULL'; and open new connections.");
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
}
