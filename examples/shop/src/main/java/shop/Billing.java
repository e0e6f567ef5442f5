// SPDX-License-Identifier: Apache-2.0
package shop;

import io.oncebox.api.Idempotent;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.EJBException;
import jakarta.ejb.MessageDriven;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.json.bind.Jsonb;
import jakarta.json.bind.JsonbBuilder;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;

/** Writes one invoice for each order, however often its message is delivered. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "jms/queue/orders")
        })
@Idempotent(handler = "billing")
public class Billing implements MessageListener {

    private static final Jsonb JSON = JsonbBuilder.create();

    @PersistenceContext
    private EntityManager em;

    @Override
    public void onMessage(Message message) {
        try {
            OrderPlaced order = JSON.fromJson(message.getBody(String.class), OrderPlaced.class);
            em.persist(new Invoice(order));
        } catch (JMSException e) {
            throw new EJBException(e);
        }
    }
}
