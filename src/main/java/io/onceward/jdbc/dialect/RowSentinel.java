// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc.dialect;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;

/** A claim of nobody, which its transaction deletes again. H2 undoes a transaction at a deadlock, and releases any savepoint. */
final class RowSentinel implements Sentinel {

    private static final String HANDLER = "onceward.sentinel";

    private final Dialect dialect;
    private final String insert;
    private final String delete;

    RowSentinel(Dialect dialect, String inboxTable) {
        this.dialect = dialect;
        insert = "INSERT INTO " + inboxTable + " (handler, messageid) VALUES (?, ?)";
        delete = "DELETE FROM " + inboxTable + " WHERE handler = ? AND messageid = ?";
    }

    @Override
    public String set(Connection connection) throws SQLException {
        String id = UUID.randomUUID().toString();
        dialect.update(connection, insert, HANDLER, id);
        return id;
    }

    @Override
    public boolean stands(Connection connection, String mark) throws SQLException {
        return dialect.update(connection, delete, HANDLER, mark) == 1;
    }
}
