// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc.dialect;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

final class H2Dialect implements Dialect {

    private static final String UNIQUE_VIOLATION = "23505";

    private static final int LOCK_TIMEOUT = 50200;

    @Override
    public String product() {
        return "H2";
    }

    /** The first that can skip locked rows. */
    @Override
    public Version oldest() {
        return new Version(2, 2, 220);
    }

    @Override
    public String ddl() {
        return "META-INF/oncebox/h2.sql";
    }

    /** By the primary key; it would look for them among all that wait, if it could take the index that begins with the state. */
    @Override
    public String chosen(String table, int count) {
        return "CONCAT(" + table + "state, '') = ? AND " + in(table + "seq", count);
    }

    @Override
    public String claim(String inboxTable) {
        return """
                MERGE INTO %s AS t
                USING (VALUES (CAST(? AS VARCHAR(255)), CAST(? AS VARCHAR(255)))) AS s (handler, messageid)
                ON t.handler = s.handler AND t.messageid = s.messageid
                WHEN NOT MATCHED THEN INSERT (handler, messageid) VALUES (s.handler, s.messageid)""".formatted(inboxTable);
    }

    /** Of two merges at the same time the later one finds the row only in the index; H2's transaction stays usable. */
    @Override
    public boolean claimedBefore(SQLException failure) {
        return UNIQUE_VIOLATION.equals(failure.getSQLState());
    }

    @Override
    public boolean tryClaim(Connection connection, String inboxTable, String handler, String messageId)
            throws SQLException {
        try (Statement session = connection.createStatement()) {
            int usual;
            try (ResultSet timeout = session.executeQuery("CALL LOCK_TIMEOUT()")) {
                timeout.next();
                usual = timeout.getInt(1);
            }
            session.execute("SET LOCK_TIMEOUT 100");
            try {
                return update(connection, claim(inboxTable), handler, messageId) == 1;
            } catch (SQLException e) {
                if (claimedBefore(e) || e.getErrorCode() == LOCK_TIMEOUT) {
                    return false;
                }
                throw e;
            } finally {
                session.execute("SET LOCK_TIMEOUT " + usual);
            }
        }
    }
}
