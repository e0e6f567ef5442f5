// SPDX-License-Identifier: Apache-2.0
package io.onceward.capture;

import io.onceward.config.CaptureConfig;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** The log of PostgreSQL. */
final class WriteAheadLog implements DatabaseLog {

    @Override
    public CaptureNeeds needs(Connection connection, String table, CaptureConfig config) throws SQLException {
        return new LogicalReplication(connection, table, config.publication(), config.slot()).needs();
    }

    /** The deletion does not see the rows of its own statement, so a setting of the transaction carries their positions to it. */
    @Override
    public Optional<String> insertAndDelete(String table, String queueColumn, String insert) {
        return Optional.of("WITH inserted AS (" + insert + " RETURNING seq)"
                + " SELECT set_config('onceward.inserted', string_agg(CAST(seq AS TEXT), ','), TRUE) FROM inserted;"
                + " DELETE FROM " + table + " WHERE " + queueColumn + " = ? AND state = 'PENDING'"
                + " AND seq = ANY (CAST(string_to_array(current_setting('onceward.inserted'), ',') AS BIGINT[]))");
    }
}
