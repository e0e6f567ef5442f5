// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios.redeploy;

import io.oncebox.scenarios.support.ServerResources;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Receives what {@link PlainOrders} sends. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "jms/queue/shop"),
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue")
        })
public class PlainBilling implements MessageListener {

    @Override
    public void onMessage(Message message) {
        try (Connection connection =
                        ServerResources.dataSource("jdbc/postgresql").getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO plain_effect VALUES ('1')")) {
            insert.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
