// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc.dialect;

import java.sql.SQLException;

final class H2Dialect implements Dialect {

    private static final String UNIQUE_VIOLATION = "23505";

    @Override
    public String product() {
        return "H2";
    }

    @Override
    public String ddl() {
        return "META-INF/oncebox/h2.sql";
    }

    @Override
    public String upgrade() {
        return "META-INF/oncebox/h2-1-to-2.sql";
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
}
