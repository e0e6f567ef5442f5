// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.batch;

import io.onceward.scenarios.support.ServerResources;
import jakarta.ejb.Stateless;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Gives an event a destination that the server does not know, as another writer may. */
@Stateless
public class Spoiler {

    public void spoil(String id) {
        try (Connection connection =
                        ServerResources.dataSource("jdbc/postgresql").getConnection();
                PreparedStatement update = connection.prepareStatement("UPDATE onceward_outbox SET destination ="
                        + " replace(destination, 'jms:queue:', 'jms:jndi:jms/queue/unknown-') WHERE id = ?")) {
            update.setString(1, id);
            if (update.executeUpdate() != 1) {
                throw new IllegalStateException("no event " + id);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
