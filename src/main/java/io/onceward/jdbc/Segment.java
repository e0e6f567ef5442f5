// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.api.EventState;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * The rows that stand together in the index, by position: those of one queue and state.
 *
 * @param column the column that names the queue
 * @param queue the value of this column
 * @param state the state
 */
record Segment(String column, String queue, EventState state) {

    /** Returns the condition for its rows; {@link #bind} binds its parameters. */
    String where() {
        return column + " = ? AND state = ?";
    }

    /**
     * Binds the parameters of {@link #where()}.
     *
     * @param index the last parameter before them
     * @return the last parameter that is bound
     */
    int bind(PreparedStatement statement, int index) throws SQLException {
        statement.setString(index + 1, queue);
        statement.setString(index + 2, state.name());
        return index + 2;
    }
}
