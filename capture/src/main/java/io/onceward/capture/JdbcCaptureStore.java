// SPDX-License-Identifier: Apache-2.0
package io.onceward.capture;

import io.onceward.config.CaptureConfig;
import io.onceward.jdbc.JdbcAppendStore;
import io.onceward.jdbc.OutboxRows;
import java.sql.PreparedStatement;
import java.sql.ResultSet;

final class JdbcCaptureStore implements CaptureStore {

    private final OutboxRows rows;
    private final DatabaseLog log;
    private final CaptureConfig config;
    private final String countKept;

    JdbcCaptureStore(OutboxRows rows, DatabaseLog log, CaptureConfig config) {
        this.rows = rows;
        this.log = log;
        this.config = config;
        String kept = "SELECT 1 AS one FROM " + rows.table() + " WHERE state <> '" + JdbcAppendStore.PROBE
                + "' ORDER BY "
                + rows.indexOrder(); // else the database would read the rows that are deleted, but not yet vacuumed
        countKept = "SELECT COUNT(*) FROM (" + rows.jdbc().dialect().limited(kept) + ") AS kept";
    }

    @Override
    public CaptureNeeds read() {
        return rows.jdbc().run("read what captures events", connection -> log.needs(connection, rows.table(), config));
    }

    @Override
    public int countKept(int limit) {
        return rows.jdbc().run("count events", connection -> {
            try (PreparedStatement statement = connection.prepareStatement(countKept)) {
                statement.setInt(1, limit);
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    return row.getInt(1);
                }
            }
        });
    }
}
