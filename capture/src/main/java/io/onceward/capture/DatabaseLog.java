// SPDX-License-Identifier: Apache-2.0
package io.onceward.capture;

import io.onceward.config.CaptureConfig;
import io.onceward.jdbc.dialect.Dialect;
import io.onceward.outbox.capture.CaptureReading.Shortcoming;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** The log of a database product: what a tool needs to capture the rows of a table from it. Implementations are thread-safe. */
@FunctionalInterface
interface DatabaseLog {

    /** Returns the log of a product; a product without one lacks it. */
    static DatabaseLog of(Dialect dialect) {
        return switch (dialect.product()) {
            case "PostgreSQL" -> new WriteAheadLog();
            case "MySQL", "MariaDB" -> (connection, table, config) -> new BinaryLog(connection, table).needs();
            default -> (connection, table, config) -> none(dialect.product());
        };
    }

    private static CaptureNeeds none(String product) {
        String text =
                product + " has no log from which a tool captures events. Use PostgreSQL, MySQL or MariaDB, or set"
                        + " onceward.outbox.mode=relay.";
        return new CaptureNeeds(List.of(new Shortcoming(text, true)), Optional.empty());
    }

    /** Reads what a tool needs that captures the rows of a table. */
    CaptureNeeds needs(Connection connection, String table, CaptureConfig config) throws SQLException;

    /**
     * Returns the statements that insert rows and delete them again, in one call; empty if the database needs two. The parameters are
     * those of the insert, and then the queue.
     *
     * @param insert the statement that inserts the rows, all of them of one queue and pending
     */
    default Optional<String> insertAndDelete(String table, String queueColumn, String insert) {
        return Optional.empty();
    }
}
