// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.cloudevents;

import io.onceward.api.Idempotent;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A listener that gets messages without decoding. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "1"),
            @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "jms/queue/inbox_method"),
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue")
        })
@Idempotent(handler = "cloudevents-listener")
public class Listener implements MessageListener {

    /** The body and one property of each message. */
    static final Queue<String> CALLS = new ConcurrentLinkedQueue<>();

    @Override
    public void onMessage(Message message) {
        try {
            CALLS.add(message.getBody(String.class) + " " + message.getStringProperty("cloudEvents_source"));
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }
}
