// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.startunderload;

import io.onceward.api.Idempotent;
import io.onceward.scenarios.support.ServerResources;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A receiver with as many instances as the datasource has connections. */
@Arriving
@Idempotent
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "jms/queue/start_under_load"),
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "32")
        })
public class Receiver implements MessageListener {

    private final DataSource datasource = ServerResources.dataSource("jdbc/postgresql");

    @Override
    public void onMessage(Message message) {
        try (Connection connection = datasource.getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO startload_effect VALUES (?, ?)")) {
            insert.setString(1, message.getBody(String.class));
            insert.setInt(2, message.getIntProperty("JMSXDeliveryCount"));
            insert.executeUpdate();
        } catch (JMSException | SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
