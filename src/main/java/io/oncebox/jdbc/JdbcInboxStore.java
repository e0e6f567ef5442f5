// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc;

import io.oncebox.jdbc.dialect.Dialect;
import io.oncebox.spi.InboxStore;
import java.sql.PreparedStatement;
import java.sql.SQLException;

final class JdbcInboxStore implements InboxStore {

    private final Jdbc jdbc;
    private final Dialect dialect;
    private final String claim;

    JdbcInboxStore(Jdbc jdbc, Dialect dialect, Tables tables) {
        this.jdbc = jdbc;
        this.dialect = dialect;
        this.claim = dialect.claim(tables.inbox());
    }

    @Override
    public boolean claim(String handler, String messageId) {
        return jdbc.run("claim a message for handler '" + handler + "'", connection -> {
            try (PreparedStatement statement = connection.prepareStatement(claim)) {
                statement.setString(1, handler);
                statement.setString(2, messageId);
                return statement.executeUpdate() == 1;
            } catch (SQLException e) {
                if (dialect.claimedBefore(e)) {
                    return false;
                }
                throw e;
            }
        });
    }
}
