// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.billing;

import io.onceward.api.Idempotent;
import io.onceward.api.Inbox;
import io.onceward.examples.orders.OrderPlaced;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** The billing service: one invoice for each order, however often its event is delivered. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "resourceAdapter", propertyValue = "onceward-artemis"),
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = "orders"),
            @ActivationConfigProperty(propertyName = "useJNDI", propertyValue = "false")
        })
@Idempotent(handler = "billing")
public class Billing implements MessageListener {

    @Inject
    private Inbox inbox;

    @Inject
    private Invoices invoices;

    @Override
    public void onMessage(Message message) {
        try {
            invoices.bill(inbox.payload(message, OrderPlaced.class), message.getStringProperty("onceward_id"));
        } catch (JMSException e) {
            throw new IllegalStateException("unreadable message", e);
        }
    }
}
