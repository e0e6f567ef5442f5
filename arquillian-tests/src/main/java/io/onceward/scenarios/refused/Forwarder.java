// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.refused;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "jms/queue/refused"),
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue")
        })
public class Forwarder implements MessageListener {

    @Override
    public void onMessage(Message message) {}

    @Outgoing("orders")
    public String forward(Message message) {
        return message.toString();
    }
}
