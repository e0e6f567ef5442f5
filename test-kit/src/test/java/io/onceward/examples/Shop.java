// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples;

import io.onceward.api.Idempotent;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** The other beans of the README. */
final class Shop {

    private Shop() {}

    @Stateless
    public static class Orders {
        @PersistenceContext
        EntityManager em;

        @Outgoing("orders") // the event is recorded in this method's transaction
        public OrderPlaced place(NewOrder order) {
            em.persist(new Order(order));
            return new OrderPlaced(order.id(), order.total());
        }
    }

    @MessageDriven(
            activationConfig =
                    @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "jms/queue/orders"))
    @Idempotent // a message that was already processed is skipped
    public static class Billing implements MessageListener {

        @Inject
        io.onceward.api.Inbox inbox;

        @PersistenceContext
        EntityManager em;

        @Override
        public void onMessage(Message message) {
            em.persist(new Invoice(inbox.payload(message, OrderPlaced.class)));
        }
    }
}
