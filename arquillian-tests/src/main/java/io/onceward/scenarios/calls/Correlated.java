// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.calls;

import io.onceward.api.Idempotent;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** Is identified by a header. */
@Idempotent(handler = "correlated", key = "header:JMSCorrelationID")
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "1"),
            @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "jms/queue/calls_correlated"),
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue")
        })
public class Correlated implements MessageListener {

    @Override
    public void onMessage(Message message) {
        try {
            CallsScenario.DELIVERED.add(String.valueOf(message.getJMSCorrelationID()));
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }
}
