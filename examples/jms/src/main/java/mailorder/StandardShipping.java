// SPDX-License-Identifier: Apache-2.0
package mailorder;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.EJBException;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;

/** Packs standard parcels. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "jms/queue/parcels"),
            @ActivationConfigProperty(propertyName = "messageSelector", propertyValue = "speed = 'standard'")
        })
public class StandardShipping implements MessageListener {

    @PersistenceContext
    private EntityManager em;

    @Inject
    private Messages messages;

    @Override
    public void onMessage(Message message) {
        try {
            MapMessage parcel = (MapMessage) message;
            String order = parcel.getString("order");
            em.persist(new Parcel(order, parcel.getStringProperty("speed")));
            messages.packed(order, parcel.getString("item"), parcel.getInt("pieces"));
            messages.inform(order, "Your parcel is on its way.");
        } catch (JMSException e) {
            throw new EJBException(e);
        }
    }
}
