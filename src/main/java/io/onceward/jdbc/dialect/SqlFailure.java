// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc.dialect;

import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLSyntaxErrorException;
import java.util.Set;

/** The cause of a failed statement, whatever the database calls it. */
public enum SqlFailure {

    /** The database can't be used now: the connection broke, it accepts no writes, resources are short, or an administrator intervened. */
    UNAVAILABLE,

    /** The database ended the statement or the transaction in favour of a concurrent one. */
    CONFLICT,

    /** A value does not fit its column. */
    INVALID_DATA,

    /** A row breaks a constraint, such as that of its key. */
    CONSTRAINT,

    /** A table, a schema or a column does not exist. */
    MISSING,

    /** The database refuses the statement itself, and each repetition: because of a right, a mode, a setting, a trigger or a column. */
    REFUSED,

    /** Any other cause. */
    OTHER;

    /** X/Open's states for a missing table and a missing column, and the SQL standard's for a missing schema. */
    private static final Set<String> MISSING_STATES = Set.of("42S02", "42S22", "3F000");

    /** The SQL standard's state for a write in a read-only transaction, as on a standby. */
    private static final String READ_ONLY = "25006";

    /** Returns the cause by the classes of SQLState that the SQL standard defines. */
    public static SqlFailure standard(SQLException failure) {
        String state = state(failure);
        if (MISSING_STATES.contains(state)) {
            return MISSING;
        }
        if (READ_ONLY.equals(state)) {
            return UNAVAILABLE;
        }
        return switch (state.substring(0, Math.min(2, state.length()))) {
            case "08" -> UNAVAILABLE;
            case "40" -> CONFLICT;
            case "22" -> INVALID_DATA;
            case "23" -> CONSTRAINT;
            case "0A", "3D", "42", "45" -> REFUSED;
            default ->
                failure instanceof SQLSyntaxErrorException || failure instanceof SQLFeatureNotSupportedException
                        ? REFUSED
                        : OTHER;
        };
    }

    /** Returns the SQLState; an empty text if there is none. */
    static String state(SQLException failure) {
        return failure.getSQLState() == null ? "" : failure.getSQLState();
    }
}
