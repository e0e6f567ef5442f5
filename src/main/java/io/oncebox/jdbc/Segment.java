// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc;

import io.oncebox.api.EventState;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * The rows that stand together in the index, by position: those of one state, and in the inbox of one handler.
 *
 * @param destination of the handler; {@code null} in the outbox
 * @param state the state
 */
record Segment(String destination, EventState state) {

    /** Returns whether rows of a queue may stand here, by the value that names the queue in a row. */
    boolean mayHold(String queueValue) {
        return destination == null || destination.equals(queueValue);
    }

    /** Returns the condition for its rows; {@link #bind} binds its parameters. */
    String where() {
        return (destination == null ? "" : "destination = ? AND ") + "state = ?";
    }

    /**
     * Binds the parameters of {@link #where()}.
     *
     * @param index the last parameter before them
     * @return the last parameter that is bound
     */
    int bind(PreparedStatement statement, int index) throws SQLException {
        int i = index;
        if (destination != null) {
            statement.setString(++i, destination);
        }
        statement.setString(++i, state.name());
        return i;
    }
}
