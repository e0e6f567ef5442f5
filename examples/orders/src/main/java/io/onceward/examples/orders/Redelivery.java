// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.orders;

import io.onceward.api.Outbox;
import io.onceward.api.OutboxMetadata;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.Optional;

/**
 * Makes the accident happen that no outbox can exclude: an event is published twice. A relay that dies after the
 * broker's confirmation, but before it could delete the event's row, does exactly this.
 */
@Stateless
public class Redelivery {

    private static final String EVENT_ID = "SELECT i.eventId FROM Invoice i WHERE i.orderId = :order";

    @PersistenceContext
    private EntityManager em;

    @Inject
    private Outbox outbox;

    /** Publishes the event of a billed order again, under its old id; empty if there is no invoice yet. */
    public Optional<String> redeliver(long orderId) {
        return em.createQuery(EVENT_ID, String.class)
                .setParameter("order", orderId)
                .getResultStream()
                .findFirst()
                .map(eventId ->
                        publishAgain(em.find(PurchaseOrder.class, orderId).placed(), eventId));
    }

    private String publishAgain(OrderPlaced event, String eventId) {
        return outbox.record("orders", event, OutboxMetadata.none().withId(eventId));
    }
}
