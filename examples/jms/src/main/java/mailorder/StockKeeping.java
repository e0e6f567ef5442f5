// SPDX-License-Identifier: Apache-2.0
package mailorder;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.EJBException;
import jakarta.ejb.MessageDriven;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;

/** Writes the movement of the stock. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "jms/queue/stock")
        })
public class StockKeeping implements MessageListener {

    @PersistenceContext
    private EntityManager em;

    @Override
    public void onMessage(Message message) {
        try {
            MapMessage parcel = (MapMessage) message;
            em.persist(new Movement(parcel.getString("order"), parcel.getString("item"), parcel.getInt("pieces")));
        } catch (JMSException e) {
            throw new EJBException(e);
        }
    }
}
