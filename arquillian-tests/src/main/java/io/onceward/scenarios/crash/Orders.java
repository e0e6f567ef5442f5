// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.crash;

import io.onceward.api.Outbox;
import io.onceward.scenarios.support.ServerResources;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.UUID;
import javax.sql.DataSource;

@Stateless
public class Orders {

    private final DataSource datasource = ServerResources.dataSource("jdbc/postgresql");

    @Inject
    private Outbox outbox;

    public void place() throws SQLException {
        String id = UUID.randomUUID().toString();
        insert(datasource, "crash_order", id);
        outbox.record("crash", id);
    }

    static void insert(DataSource datasource, String table, String id) throws SQLException {
        try (Connection connection = datasource.getConnection();
                PreparedStatement statement = connection.prepareStatement("INSERT INTO " + table + " VALUES (?)")) {
            statement.setString(1, id);
            statement.executeUpdate();
        }
    }
}
