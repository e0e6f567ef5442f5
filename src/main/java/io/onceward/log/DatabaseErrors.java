// SPDX-License-Identifier: Apache-2.0
package io.onceward.log;

import static io.onceward.log.Coded.deploymentError;
import static io.onceward.log.Coded.error;

import io.onceward.api.OncewardException;
import java.util.regex.Pattern;

/** Errors of the database, which several packages meet. */
public final class DatabaseErrors {

    /** What WildFly, Open Liberty, and Payara and GlassFish say of a second datasource without XA. They have no code for it. */
    private static final Pattern TWO_DATASOURCES =
            Pattern.compile("LocalXAResource.*Resource was not enlisted|multiple 1PC|already has 1 non-XA");

    private DatabaseErrors() {}

    public static OncewardException databaseUnreachable(String name, Throwable cause) {
        return deploymentError(
                Kind.TRANSIENT,
                "0012",
                cause,
                "Datasource '%s' provides no connection: %s. Check the database and the connection pool.",
                name,
                explained(cause));
    }

    /** Returns the exception for a failure of the database whose kind is not known. */
    public static OncewardException database(String action, Throwable cause) {
        return database(action, Kind.OTHER, cause);
    }

    public static OncewardException database(String action, Kind kind, Throwable cause) {
        if (TWO_DATASOURCES.matcher(Causes.chain(cause)).find()) {
            return error(
                    Kind.OTHER,
                    "0234",
                    cause,
                    "Onceward could not %s, because the transaction already uses another datasource, and the server can't commit"
                            + " two that are not XA: %s. Set onceward.datasource to the datasource of the business data and"
                            + " create the tables there, use Onceward's in jta-data-source of persistence.xml, or make both XA.",
                    action,
                    Causes.rootMessage(cause));
        }
        return error(
                kind,
                "0051",
                cause,
                "Onceward could not %s, because the database or the transaction failed: %s. Check the database. If"
                        + " the application called Onceward, repeat the call.",
                action,
                explained(cause));
    }

    /** Returns the exception for a statement that the database refuses each time. */
    public static OncewardException statementRefused(String action, Throwable cause) {
        return error(
                Kind.STATEMENT,
                "0230",
                cause,
                "Onceward could not %s, because the database refuses the statement: %s. It will refuse each"
                        + " repetition, too. Check the Onceward tables, whether the user of the datasource may SELECT,"
                        + " INSERT, UPDATE and DELETE in them, and the settings of its sessions.",
                action,
                Causes.rootMessage(cause));
    }

    private static String explained(Throwable cause) {
        return Causes.diagnosis(cause).orElseGet(() -> Causes.rootMessage(cause));
    }

    public static OncewardException defectiveRow(long seq, String defect) {
        return error(
                "0055",
                null,
                "Row %s of the outbox table is malformed, so the relay can't publish the event: %s."
                        + " If the row still has this defect, correct the row. Then requeue the event, or discard the event.",
                seq,
                defect);
    }
}
