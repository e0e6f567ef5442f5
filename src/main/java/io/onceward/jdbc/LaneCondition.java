// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.jdbc.dialect.Dialect;
import io.onceward.queue.Slots;
import io.onceward.queue.store.Lanes;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;

/**
 * The condition for the events in some lanes. It also holds for malformed rows whose slot is out of range: the slot of their key
 * says which lane they are in, and only the node knows that.
 *
 * @param dialect the database
 * @param total the number of all lanes
 * @param numbers the numbers of the lanes; empty for all lanes
 */
record LaneCondition(Dialect dialect, int total, List<Long> numbers) {

    /** Returns the condition for all lanes. */
    static LaneCondition all(Dialect dialect) {
        return new LaneCondition(dialect, 0, List.of());
    }

    /** Returns the condition for the lanes of a node. */
    static LaneCondition of(Dialect dialect, Lanes lanes) {
        return lanes.hasAll() ? all(dialect) : of(dialect, lanes.total(), lanes.numbers());
    }

    /** Returns the condition for at least one lane. */
    static LaneCondition of(Dialect dialect, int total, Collection<Integer> numbers) {
        return numbers.size() == total
                ? all(dialect)
                : new LaneCondition(
                        dialect,
                        total,
                        numbers.stream().map(Integer::longValue).sorted().toList());
    }

    /** Returns the condition with a leading AND; nothing for all lanes. */
    String sql() {
        return numbers.isEmpty()
                ? ""
                : " AND (" + dialect.in("MOD(slot, " + total + ")", numbers.size()) + " OR slot NOT BETWEEN 0 AND "
                        + (Slots.COUNT - 1) + ")";
    }

    /**
     * Binds the parameters of {@link #sql()}.
     *
     * @param index the last parameter before them
     * @return the last parameter that is bound
     */
    int bind(PreparedStatement statement, int index) throws SQLException {
        return numbers.isEmpty() ? index : dialect.bind(statement, index, numbers);
    }
}
