// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.calls;

import io.onceward.api.Idempotent;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** A message-driven bean whose key a resolver reads from the message. */
@Idempotent(handler = "resolved", messageKey = OrderNumber.class)
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "1"),
            @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "jms/queue/calls_resolved"),
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue")
        })
public class Resolved implements MessageListener {

    @Override
    public void onMessage(Message message) {
        try {
            CallsScenario.DELIVERED.add(String.valueOf(message.getStringProperty("orderNo")));
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }
}
