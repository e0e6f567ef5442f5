// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.wakeup;

import io.onceward.scenarios.wakeup.WakeUpScenario.Arrival;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(
                    propertyName = "destinationLookup",
                    propertyValue = "jms/queue/" + WakeUpScenario.CHANNEL),
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue")
        })
public class Receiver implements MessageListener {

    @Override
    public void onMessage(Message message) {
        try {
            WakeUpScenario.ARRIVALS.add(new Arrival(message.getStringProperty("onceward_id"), System.nanoTime()));
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }
}
