// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc.dialect;

import java.sql.SQLException;
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

    /** Inserts {@code (handler, messageid)} if it is absent, and says by the update count whether it was. */
    String claim(String inboxTable);

    /** Whether a failed {@link #claim} means that the row was there, and the transaction can go on. */
    default boolean claimedBefore(SQLException failure) {
        return false;
    }
}
