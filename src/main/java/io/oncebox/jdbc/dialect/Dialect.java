// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc.dialect;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** A database product. */
public interface Dialect {

    /** All that there are. */
    List<Dialect> ALL = List.of(new PostgreSqlDialect(), new H2Dialect());

    /** The dialect of a product. */
    static Optional<Dialect> of(String product) {
        return ALL.stream().filter(dialect -> dialect.product().equals(product)).findFirst();
    }

    /** As {@link java.sql.DatabaseMetaData#getDatabaseProductName()} says it. */
    String product();

    /** The resource with the statements that create the tables. */
    String ddl();

    /** The resource with the statements that bring tables of the previous version to this one. */
    String upgrade();

    /** A condition that is true if the expression is one of this many numbers, which {@link #bind} binds. */
    default String in(String expression, int count) {
        return expression + " IN (" + String.join(", ", Collections.nCopies(padded(count), "?")) + ")";
    }

    /**
     * Binds the numbers of {@link #in}.
     *
     * @param index of the parameter before them
     * @return the index of the last of them
     */
    default int bind(PreparedStatement statement, int index, List<Long> numbers) throws SQLException {
        int last = index;
        for (int i = 0; i < padded(numbers.size()); i++) {
            statement.setLong(++last, numbers.get(Math.min(i, numbers.size() - 1)));
        }
        return last;
    }

    /** The next power of two, so that a server sees few different statements. */
    private static int padded(int count) {
        return count < 2 ? 1 : Integer.highestOneBit(count - 1) << 1;
    }

    /** Inserts {@code (handler, messageid)} if it is absent, and says by the update count whether it was. */
    String claim(String inboxTable);

    /** Whether a failed {@link #claim} means that the row was there, and the transaction can go on. */
    default boolean claimedBefore(SQLException failure) {
        return false;
    }
}
