// SPDX-License-Identifier: Apache-2.0
package shop;

import io.onceward.api.OutboxMessage;
import io.onceward.api.OutboxMetadata;
import jakarta.ejb.Stateless;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** Takes orders. */
@Stateless
public class Orders {

    @PersistenceContext
    private EntityManager em;

    /** Stores the order and records its event: both commit, or neither does. */
    @Outgoing("orders")
    public OutboxMessage<OrderPlaced> place(NewOrder order) {
        em.merge(new Order(order));
        OrderPlaced event = new OrderPlaced(order.id(), order.total());
        // With the id of the order, a second call publishes the same event again.
        return OutboxMessage.of(event, OutboxMetadata.none().withId("order-" + order.id()));
    }

    public long invoicesOf(String order) {
        return em.createQuery("SELECT COUNT(i) FROM Invoice i WHERE i.orderId = :order", Long.class)
                .setParameter("order", order)
                .getSingleResult();
    }
}
