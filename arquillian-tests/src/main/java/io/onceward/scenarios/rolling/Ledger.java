// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.rolling;

import io.onceward.scenarios.support.ServerResources;
import jakarta.ejb.Stateless;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Prices and their effects, each with the version of the application that wrote it, in the caller's transaction. */
@Stateless
public class Ledger {

    private final DataSource datasource = ServerResources.dataSource("jdbc/postgresql");

    /** Returns the next number of a key, and locks the key until the commit. */
    public long next(String key) {
        return number("UPDATE rolling_counter SET nr = nr + 1 WHERE key = ? RETURNING nr", key);
    }

    /** Writes a price or an effect. */
    public void write(String what, String version, String key, long nr, long cents) {
        number(
                "INSERT INTO rolling_entry (what, version, key, nr, cents)"
                        + " VALUES (?, ?, ?, CAST(? AS BIGINT), CAST(? AS BIGINT)) RETURNING nr",
                what,
                version,
                key,
                Long.toString(nr),
                Long.toString(cents));
    }

    private long number(String sql, String... values) {
        try (Connection connection = datasource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setString(i + 1, values[i]);
            }
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
