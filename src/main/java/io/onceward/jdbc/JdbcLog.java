// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.log.Seconds;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;

/** The log messages of the tables. They contain no payloads. */
final class JdbcLog {

    private static final Logger LOGGER = System.getLogger("io.onceward");

    private JdbcLog() {}

    /** @param schema the schema of the tables; empty if the session has none */
    static void started(String datasource, String database, String schema) {
        LOGGER.log(
                Level.INFO,
                "OWD-1001: Outbox of datasource ''{0}'' ({1}, schema {2}) is open",
                datasource,
                database,
                schema);
    }

    static void severalWriters(String datasource) {
        LOGGER.log(
                Level.INFO,
                "OWD-1126: Datasource ''{0}'' is a node of a Galera cluster (wsrep_on=ON). A transaction that conflicts with another node"
                        + " fails at its commit. For fewer conflicts, connect all applications with these tables to the same node.",
                datasource);
    }

    static void lazyCommits(String datasource, String setting) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1172: Datasource ''{0}'' has the setting {1}: a crash of the database can lose commits, and with them messages"
                        + " that the broker no longer has",
                datasource,
                setting);
    }

    static void clocksDiffer(String datasource, Duration ahead) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1177: The clock of datasource ''{0}'' is {1} s ahead of this node''s: events with a time to live may expire early"
                        + " or late",
                datasource,
                Seconds.of(ahead));
    }

    static void schemaCreated(String datasource, String ddl) {
        LOGGER.log(Level.INFO, "OWD-1004: Created the tables in datasource ''{0}'' with {1}", datasource, ddl);
    }
}
