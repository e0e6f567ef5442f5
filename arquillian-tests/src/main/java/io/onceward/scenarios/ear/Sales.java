// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.ear;

import io.onceward.api.Outbox;
import io.onceward.api.OutboxMessage;
import io.onceward.api.OutboxMetadata;
import io.onceward.scenarios.shop.Orders;
import io.onceward.scenarios.support.ServerResources;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** Orders of a WAR that has no class with another one: docs/payara-server.md says what was seen otherwise. */
@Stateless
public class Sales {

    @Inject
    private Outbox outbox;

    @Outgoing(Orders.RETURNED)
    public Message<String> sell(String id, String key) {
        insert(id);
        return OutboxMessage.of(id, OutboxMetadata.none().withKey(key));
    }

    public void sellByOutbox(String id, String key) {
        insert(id);
        outbox.record(Orders.RECORDED, id, OutboxMetadata.none().withKey(key));
    }

    private static void insert(String id) {
        try (Connection connection =
                        ServerResources.dataSource("jdbc/postgresql").getConnection();
                PreparedStatement statement = connection.prepareStatement("INSERT INTO ear_order (id) VALUES (?)")) {
            statement.setString(1, id);
            statement.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
