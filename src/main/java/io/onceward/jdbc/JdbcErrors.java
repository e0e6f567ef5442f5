// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import static io.onceward.log.Coded.deploymentError;

import io.onceward.api.OncewardException;
import io.onceward.log.Kind;
import java.sql.Connection;
import java.util.List;

/** Errors of a database and of its tables. */
final class JdbcErrors {

    private JdbcErrors() {}

    static OncewardException tableMissing(String table, String name, String ddl, Throwable cause) {
        return deploymentError(
                "0002",
                cause,
                "Table %s is missing in datasource '%s'. Run %s from the Onceward JAR, or set"
                        + " onceward.schema=create.",
                table,
                name,
                ddl);
    }

    static OncewardException tableOutdated(String table, String name, String found, String ddl) {
        return deploymentError(
                Kind.TABLE,
                "0003",
                null,
                "Table %s in datasource '%s' does not match this version of Onceward: %s. Correct the table."
                        + " %s in the Onceward JAR defines the table.",
                table,
                name,
                found,
                ddl);
    }

    static OncewardException tablesOfOtherVersion(String name, int found, int needed, String ddl) {
        return deploymentError(
                "0034",
                null,
                "The Onceward tables in datasource '%s' have version %d; this Onceward needs version %d. Version 0"
                        + " means that the script did not finish: run %s from the Onceward JAR again. Tables of version 4"
                        + " or newer can be upgraded: stop all nodes, and run the files of the artifact onceward-migrations."
                        + " If the tables are older, let the older Onceward publish and handle everything, then drop the"
                        + " tables and run the script. Dropping the tables deletes pending events, stored messages and"
                        + " claims. If the tables are newer than this Onceward, use a newer Onceward.",
                name,
                found,
                needed,
                ddl);
    }

    static OncewardException refusedSetting(String name, String setting, String effect) {
        return deploymentError(
                Kind.STATEMENT,
                "0232",
                null,
                "The sessions of datasource '%s' have the setting %s, so %s. Do so where they get the setting: in the"
                        + " URL, the connection pool, the user, the database or the server.",
                name,
                setting,
                effect);
    }

    /** What follows from a setting that the sessions did not have at the start. */
    static OncewardException leftSetting(String name, String setting) {
        return refusedSetting(
                name,
                setting,
                "a relay reads what is not committed, or too few rows. Statements of the application may have left it in sessions of the pool:"
                        + " remove them, or let them restore the setting");
    }

    static OncewardException repeatingDriver(String name, String parameter) {
        return refusedSetting(
                name,
                parameter,
                "the driver repeats a claim whose connection was lost, and ignores that another node has claimed the message meanwhile, so"
                        + " that it is handled twice. Remove the parameter");
    }

    static OncewardException staleReads(String name, String setting) {
        return refusedSetting(
                name,
                setting,
                "connections to different nodes of the cluster miss what the others have just committed. Write"
                        + " sessionVariables=wsrep_sync_wait=1 into the URL, or connect to one node");
    }

    static OncewardException unsafeTables(String name, List<String> faults) {
        return deploymentError(
                "0233",
                null,
                "The tables of datasource '%s' would lose, repeat or mix up events and messages: %s.",
                name,
                String.join("; ", faults));
    }

    static OncewardException unknownDatabase(String product, String name, String known) {
        return deploymentError(
                "0004",
                null,
                "The database of datasource '%s' is %s, which Onceward does not support. Supported databases: %s. Use a"
                        + " datasource with one of them.",
                name,
                product,
                known);
    }

    static OncewardException oldDatabase(String product, String version, String name, String oldest) {
        return deploymentError(
                "0019",
                null,
                "The database of datasource '%s' is %s %s; Onceward needs version %s or newer. Upgrade the"
                        + " database, or use another datasource.",
                name,
                product,
                version,
                oldest);
    }

    static OncewardException pooler(String name, String mode) {
        return deploymentError(
                "0222",
                null,
                "Datasource '%s' reaches the database through a pooler in %s. Set prepareThreshold=0 in the JDBC URL and pool_mode ="
                        + " transaction in the pooler, or pool_mode = session, or use PgBouncer 1.21 or newer with pool_mode ="
                        + " transaction and max_prepared_statements above 0.",
                name,
                mode);
    }

    /** @param level a constant of {@link Connection} */
    static OncewardException refusedIsolation(String name, int level, String product, String why) {
        return deploymentError(
                "0201",
                null,
                "The connections of datasource '%s' have the isolation level %s. On %s, Onceward does not work at this"
                        + " level: %s. Set the isolation level of the datasource to READ COMMITTED or REPEATABLE READ.",
                name,
                level == Connection.TRANSACTION_SERIALIZABLE ? "SERIALIZABLE" : "READ UNCOMMITTED",
                product,
                why);
    }
}
