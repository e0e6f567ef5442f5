// SPDX-License-Identifier: Apache-2.0
package io.onceward.payara;

import io.onceward.scenarios.support.ServerResources;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Writes by plain JDBC in an inner transaction, which rolls back. */
@ApplicationScoped
public class Ledger {

    @Transactional(Transactional.TxType.REQUIRES_NEW)
    public void writeAndFail() {
        try (Connection connection =
                        ServerResources.dataSource("jdbc/postgresql").getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO peculiar VALUES ('1')")) {
            insert.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalArgumentException(e);
        }
        throw new IllegalStateException("on purpose");
    }
}
