// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.transactions;

import io.onceward.api.Idempotent;
import io.onceward.scenarios.support.ServerResources;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import java.sql.SQLException;

/** Writes a row for each message; the commit of the first delivery is refused by the database. */
@Idempotent(handler = "transfer")
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "jms/queue/transfers"),
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue")
        })
public class Receiver implements MessageListener {

    @Override
    public void onMessage(Message message) {
        try {
            Transfer.insert(
                    ServerResources.dataSource(TransactionsScenario.XA_DATASOURCE),
                    message.getBody(String.class),
                    message.getJMSRedelivered() ? Ending.COMMIT : Ending.REFUSED_COMMIT);
        } catch (SQLException | JMSException e) {
            throw new IllegalStateException(e);
        }
    }
}
