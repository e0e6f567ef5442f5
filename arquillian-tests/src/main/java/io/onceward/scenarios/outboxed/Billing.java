// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.outboxed;

import io.onceward.api.Idempotent;
import io.onceward.api.Inbox;
import io.onceward.jms.outboxed.Outboxed;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** A message-driven bean that reads a typed payload and sends on. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "jms/queue/outboxed"),
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue")
        })
public class Billing implements MessageListener {

    @Inject
    private Inbox inbox;

    @Inject
    @Outboxed
    private JMSContext jms;

    @Override
    @Idempotent(handler = "outboxed-billing", payload = Order.class)
    public void onMessage(Message message) {
        Order order = inbox.payload(message, Order.class);
        jms.createProducer()
                .setProperty("urgent", order.kind() == Order.Kind.URGENT)
                .send(jms.createQueue(OutboxedScenario.BILLED), order.id() + " due " + order.due());
    }
}
