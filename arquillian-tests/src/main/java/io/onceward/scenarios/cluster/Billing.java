// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.cluster;

import io.onceward.api.Idempotent;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.EJBException;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** Bills an order when its event is delivered. */
@Idempotent(handler = "billing")
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "jms/queue/billing"),
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue")
        })
public class Billing implements MessageListener {

    @Inject
    private Effects effects;

    @Override
    public void onMessage(Message message) {
        try {
            effects.happen("billed", message.getBody(String.class));
        } catch (JMSException e) {
            throw new EJBException(e);
        }
    }
}
