// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.jpa;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.function.Consumer;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

@Stateless
public class EjbCaller {

    @PersistenceContext
    private EntityManager entities;

    public void call(Consumer<EntityManager> work) {
        work.accept(entities);
    }

    @Outgoing(JpaFixture.CHANNEL)
    public Message<String> book(String id, Runnable then) {
        return Callers.booked(entities, id, then);
    }

    @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
    public void callInNew(Consumer<EntityManager> work) {
        work.accept(entities);
    }
}
