// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.billing;

import io.onceward.api.Outbox;
import io.onceward.examples.orders.OrderPlaced;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.math.BigDecimal;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Logger;

/** Writes the invoice of an order, and records the event for shipping, in the transaction of the caller. */
@ApplicationScoped
public class Invoices {

    private static final Logger LOG = Logger.getLogger(Invoices.class.getName());
    private static final BigDecimal LARGE = new BigDecimal("1000");

    private final Set<String> refused = ConcurrentHashMap.newKeySet();

    @PersistenceContext
    private EntityManager em;

    @Inject
    private Outbox outbox;

    /**
     * Bills an order. Fails on purpose if the order is large, and its event is delivered for the first time.
     *
     * @param eventId the id of the event, the same in each delivery
     */
    public void bill(OrderPlaced order, String eventId) {
        em.persist(new Invoice(order.orderId(), order.total(), eventId));
        if (order.total().compareTo(LARGE) > 0 && refused.add(eventId)) {
            LOG.info(() -> "Billing fails on purpose: order " + order.orderId()
                    + " is large, and delivered for the first time");
            throw new IllegalStateException("on purpose");
        }
        outbox.record("billed", new OrderBilled(order.orderId(), order.item()));
        LOG.info(() -> "Order " + order.orderId() + " billed");
    }
}
