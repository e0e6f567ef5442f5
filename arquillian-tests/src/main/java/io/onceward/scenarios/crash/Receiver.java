// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.crash;

import io.onceward.api.Idempotent;
import io.onceward.scenarios.support.ServerResources;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A receiver as a user writes it, with the adapter's defaults. */
@Idempotent
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "jms/queue/crash"),
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue")
        })
public class Receiver implements MessageListener {

    private final DataSource datasource = ServerResources.dataSource("jdbc/postgresql");

    @Override
    public void onMessage(Message message) {
        try {
            Orders.insert(datasource, "crash_effect", message.getBody(String.class));
        } catch (JMSException | SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
