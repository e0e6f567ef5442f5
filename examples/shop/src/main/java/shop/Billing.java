// SPDX-License-Identifier: Apache-2.0
package shop;

import io.onceward.api.Idempotent;
import io.onceward.api.Inbox;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;

/** Writes one invoice for each order, however often its message is delivered. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "jms/queue/orders")
        })
@Idempotent(handler = "billing", payload = OrderPlaced.class)
public class Billing implements MessageListener {

    @Inject
    private Inbox inbox;

    @PersistenceContext
    private EntityManager em;

    @Override
    public void onMessage(Message message) {
        OrderPlaced order = inbox.payload(message, OrderPlaced.class);
        em.persist(new Invoice(order));
    }
}
