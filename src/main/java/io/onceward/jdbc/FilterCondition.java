// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.api.EventFilter;
import io.onceward.jdbc.dialect.Dialect;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The condition for what a filter compares beyond the segment and the position of a row. Values are bound; none is a pattern. */
final class FilterCondition {

    /** The earliest time that every database accepts. */
    private static final Instant EARLIEST = Instant.parse("1000-01-01T00:00:00Z");

    private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");

    private final StringBuilder sql = new StringBuilder();
    private final List<Object> values = new ArrayList<>();

    FilterCondition(EventFilter filter, Dialect dialect) {
        add("id = ?", filter.id());
        add("type = ?", filter.type());
        add("aggregateid = ?", filter.key());
        add("createdat >= ?", dialect.timestamp(known(filter.from())));
        add("createdat < ?", dialect.timestamp(known(filter.to())));
        add("lasterror LIKE ? ESCAPE '!'", containing(filter.error()));
    }

    private void add(String condition, Object value) {
        if (value != null) {
            sql.append(" AND ").append(condition);
            values.add(value);
        }
    }

    private static Instant known(Instant time) {
        if (time == null) {
            return null;
        }
        return time.isBefore(EARLIEST) ? EARLIEST : time.isAfter(LATEST) ? LATEST : time;
    }

    private static String containing(String text) {
        return text == null ? null : "%" + text.replaceAll("[!%_]", "!$0") + "%";
    }

    boolean isEmpty() {
        return values.isEmpty();
    }

    /** Returns the condition with a leading AND; nothing if the filter compares nothing more. */
    String sql() {
        return sql.toString();
    }

    /**
     * Binds the parameters of {@link #sql()}.
     *
     * @param index the last parameter before them
     * @return the last parameter that is bound
     */
    int bind(PreparedStatement statement, int index) throws SQLException {
        int i = index;
        for (Object value : values) {
            statement.setObject(++i, value);
        }
        return i;
    }
}
