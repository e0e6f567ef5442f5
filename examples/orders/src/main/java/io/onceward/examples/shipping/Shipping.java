// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.shipping;

import io.onceward.api.Idempotent;
import io.onceward.examples.billing.OrderBilled;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.logging.Logger;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** The shipping service: its messages are stored first, and an order that it can't ship is parked until an operator has helped. */
@Stateless
public class Shipping {

    private static final Logger LOG = Logger.getLogger(Shipping.class.getName());

    @PersistenceContext
    private EntityManager em;

    @Inject
    private Boxes boxes;

    /** One parcel for each billed order: it and the message's claim commit together. */
    @Incoming("shipping")
    @Idempotent(handler = "shipping")
    public void ship(OrderBilled order) {
        em.persist(new Parcel(order.orderId()));
        if (order.item().equalsIgnoreCase("glass") && !boxes.there()) {
            throw new IllegalStateException("order " + order.orderId() + " is glass, and there are no boxes for it");
        }
        LOG.info(() -> "Order " + order.orderId() + " shipped");
    }
}
