// SPDX-License-Identifier: Apache-2.0
package mailorder;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.EJBException;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;

/** Writes the invoice of an order. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "jms/queue/mailorders")
        })
public class Billing implements MessageListener {

    @PersistenceContext
    private EntityManager em;

    @Inject
    private Messages messages;

    @Override
    public void onMessage(Message message) {
        try {
            PurchaseOrder order = em.find(PurchaseOrder.class, message.getBody(String.class));
            em.persist(new Invoice(order));
            messages.billed(order);
        } catch (JMSException e) {
            throw new EJBException(e);
        }
    }
}
