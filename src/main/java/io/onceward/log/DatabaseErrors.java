// SPDX-License-Identifier: Apache-2.0
package io.onceward.log;

import static io.onceward.log.Coded.deploymentError;
import static io.onceward.log.Coded.error;

import io.onceward.api.OncewardException;

/** Errors of the database, which several packages meet. */
public final class DatabaseErrors {

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
        return error(
                kind,
                "0051",
                cause,
                "Onceward could not %s, because the database or the transaction failed: %s. Check the database. If"
                        + " the application called Onceward, repeat the call.",
                action,
                explained(cause));
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
