// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.inner;

import io.onceward.api.Idempotent;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** Books the order of each message. */
@Idempotent
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "1"),
            @ActivationConfigProperty(
                    propertyName = "destinationLookup",
                    propertyValue = "jms/queue/" + Receiver.QUEUE),
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue")
        })
public class Receiver implements MessageListener {

    static final String QUEUE = "lost";
    static final String CATCHES = "catches";
    static final String STRICT = "strict";
    static final String BY_EJB = "ejb";

    @Inject
    private Accounting accounting;

    @Override
    public void onMessage(Message message) {
        try {
            String order = message.getBody(String.class);
            switch (message.getStringProperty("manner")) {
                case CATCHES -> accounting.book(order);
                case STRICT -> accounting.bookStrictly(order);
                default -> accounting.bookByEjb(order);
            }
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }
}
