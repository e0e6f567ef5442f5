// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.message;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "jms/topic/message_topic"),
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Topic")
        })
public class Subscriber implements MessageListener {

    static final Queue<String> RECEIVED = new ConcurrentLinkedQueue<>();

    @Override
    public void onMessage(Message message) {
        try {
            RECEIVED.add(message.getBody(String.class));
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }
}
