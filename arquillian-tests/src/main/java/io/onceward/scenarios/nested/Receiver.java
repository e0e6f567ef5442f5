// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.nested;

import io.onceward.api.Idempotent;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** The caller whose transaction a message begins. */
@Idempotent
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "jms/queue/nested"),
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue")
        })
public class Receiver implements MessageListener {

    static final String QUEUE = "nested";
    static final String INNER = "inner";
    static final String ENDING = "ending";

    @Inject
    private Outer outer;

    @Override
    public void onMessage(Message message) {
        try {
            outer.work(new Attempt(
                    message.getBody(String.class),
                    Kind.valueOf(message.getStringProperty(INNER)),
                    Ending.valueOf(message.getStringProperty(ENDING))));
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }
}
