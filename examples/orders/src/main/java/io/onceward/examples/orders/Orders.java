// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.orders;

import jakarta.ejb.Stateless;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** The order service. */
@Stateless
public class Orders {

    private static final String VIEW = """
            SELECT NEW io.onceward.examples.orders.OrderView(o.id, o.item, o.total, COUNT(DISTINCT i), COUNT(DISTINCT p))
            FROM PurchaseOrder o LEFT JOIN Invoice i ON i.orderId = o.id LEFT JOIN Parcel p ON p.orderId = o.id
            """;
    private static final String GROUP = " GROUP BY o.id, o.item, o.total ";

    @PersistenceContext
    private EntityManager em;

    /** Row and event commit together, or neither does: there is no order that billing never hears of. */
    @Outgoing("orders")
    public OrderPlaced place(NewOrder newOrder) {
        PurchaseOrder order = new PurchaseOrder(newOrder);
        em.persist(order);
        return order.placed();
    }

    public Optional<OrderView> find(long id) {
        return em.createQuery(VIEW + "WHERE o.id = :id" + GROUP, OrderView.class)
                .setParameter("id", id)
                .getResultStream()
                .findFirst();
    }

    public List<OrderView> latest() {
        return em.createQuery(VIEW + GROUP + "ORDER BY o.id DESC", OrderView.class)
                .setMaxResults(20)
                .getResultList();
    }
}
