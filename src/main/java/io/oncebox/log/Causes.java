// SPDX-License-Identifier: Apache-2.0
package io.oncebox.log;

import io.oncebox.api.OnceboxException;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/** What an exception means to whoever met it, and what it says. */
public final class Causes {

    private static final List<String> PASSING_STATES = List.of("08", "53", "57", "40", "90067", "90098", "90121");

    /** The class of SQLStates for deadlocks and failed serialization. */
    private static final String ROLLBACK_STATE = "40";

    /** The codes of H2 and of MariaDB for a row that has changed since the transaction began. */
    private static final Set<Integer> CONFLICTS = Set.of(90131, 1020);

    /** Of an exception's causes; whoever made it may have let them run in a circle. */
    private static final int MAX_CAUSES = 30;

    private Causes() {}

    /** Whether the administration was asked for something that it does for nobody. */
    public static boolean isFaultOfOperator(OnceboxException problem) {
        return problem.code().startsWith("OBX-016");
    }

    /** Whether time may heal it: the database did not answer, or no thread was free. */
    public static boolean isPassing(OnceboxException problem) {
        return switch (problem.code()) {
            case "OBX-0012", "OBX-0016" -> true;
            case "OBX-0051" -> problem.getCause() instanceof SQLException e && isPassing(e);
            default -> false;
        };
    }

    /** By the classes of SQLState: connection, resources, operator intervention, rollback; H2's own for the first. */
    private static boolean isPassing(SQLException problem) {
        String state = String.valueOf(problem.getSQLState());
        return PASSING_STATES.stream().anyMatch(state::startsWith);
    }

    /** Whether a message could not be stored because of what it is, by the classes of SQLState for data and constraints. */
    public static boolean isFaultOfMessage(Exception problem) {
        if (!(problem instanceof OnceboxException coded)) {
            return false;
        }
        String state = coded.getCause() instanceof SQLException e ? String.valueOf(e.getSQLState()) : "";
        return switch (coded.code()) {
            case "OBX-0091", "OBX-0092" -> true;
            case "OBX-0051" -> state.startsWith("22") || state.startsWith("23");
            default -> false;
        };
    }

    /** Whether the database ended a transaction because of another one at the same time: it may be tried again. */
    public static boolean isConflict(OnceboxException problem) {
        return problem.code().equals("OBX-0122") || (problem.getCause() instanceof SQLException e && isConflict(e));
    }

    private static boolean isConflict(SQLException e) {
        return (String.valueOf(e.getSQLState()).startsWith(ROLLBACK_STATE) || CONFLICTS.contains(e.getErrorCode()));
    }

    /** The messages of an exception and its causes, on one line; of endless causes the first ones. */
    public static String chain(Throwable cause) {
        StringBuilder text = new StringBuilder(described(cause));
        Throwable next = cause.getCause();
        for (int i = 1; next != null && i < MAX_CAUSES; i++) {
            text.append(" <- ").append(described(next));
            next = next.getCause();
        }
        return text.toString();
    }

    /** What an exception says of itself, unless that fails too. */
    private static String described(Throwable cause) {
        try {
            return String.valueOf(cause);
        } catch (RuntimeException e) {
            return cause.getClass().getName();
        }
    }

    static Throwable root(Throwable cause) {
        Throwable root = cause;
        for (int i = 1; root.getCause() != null && i < MAX_CAUSES; i++) {
            root = root.getCause();
        }
        return root;
    }

    static String rootMessage(Throwable cause) {
        Throwable root = root(cause);
        try {
            return root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
        } catch (RuntimeException e) {
            return root.getClass().getName();
        }
    }
}
