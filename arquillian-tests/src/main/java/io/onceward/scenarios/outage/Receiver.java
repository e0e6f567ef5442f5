// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.outage;

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

/** Alone in its WAR, which has no {@code beans.xml}. */
@Idempotent
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "1"),
            @ActivationConfigProperty(
                    propertyName = "destinationLookup",
                    propertyValue = "jms/queue/" + OutageScenario.INCOMING),
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue")
        })
public class Receiver implements MessageListener {

    private final DataSource dataSource = ServerResources.dataSource("jdbc/postgresql");

    @Override
    public void onMessage(Message message) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO received (id) VALUES (?)")) {
            insert.setString(1, message.getBody(String.class));
            insert.executeUpdate();
        } catch (SQLException | JMSException e) {
            throw new IllegalStateException(e);
        }
    }
}
