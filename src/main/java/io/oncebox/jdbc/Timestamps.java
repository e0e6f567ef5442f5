// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/** Points in time as JDBC 4.2 has them for every database. */
final class Timestamps {

    private Timestamps() {}

    static OffsetDateTime write(Instant instant) {
        return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
    }

    /** The database's clock, which is the one that says what is due. */
    static OffsetDateTime now(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT CURRENT_TIMESTAMP")) {
            row.next();
            return row.getObject(1, OffsetDateTime.class);
        }
    }

    static Instant read(OffsetDateTime time) {
        return time == null ? null : time.toInstant();
    }
}
