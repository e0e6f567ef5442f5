// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples;

import io.onceward.api.Durable;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;

@ApplicationScoped
public class Orders {
    @PersistenceContext
    EntityManager em;

    @Inject
    Event<OrderPlaced> placed;

    @Transactional
    public void place(NewOrder order) {
        em.persist(new Order(order));
        placed.fire(new OrderPlaced(order.id(), order.total())); // recorded in this transaction
    }

    void bill(@Observes @Durable OrderPlaced order) { // after the commit, also after a crash
        em.persist(new Invoice(order));
    }
}
