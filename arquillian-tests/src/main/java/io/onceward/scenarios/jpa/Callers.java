// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.jpa;

import io.onceward.api.OutboxMessage;
import io.onceward.api.OutboxMetadata;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;
import java.util.function.Consumer;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** The callers: EJB, CDI and {@code UserTransaction}, and chains of them. */
final class Callers {

    private Callers() {}

    static Message<String> booked(EntityManager entities, String id, Runnable then) {
        entities.persist(new Booking(id));
        then.run();
        return OutboxMessage.of("booked", OutboxMetadata.none().withKey(id));
    }

    @ApplicationScoped
    public static class Cdi {

        @PersistenceContext
        private EntityManager entities;

        @EJB
        private EjbCaller ejb;

        @Transactional
        public void call(Consumer<EntityManager> work) {
            work.accept(entities);
        }

        @Transactional
        @Outgoing(JpaFixture.CHANNEL)
        public Message<String> book(String id, Runnable then) {
            return booked(entities, id, then);
        }

        @Transactional(Transactional.TxType.REQUIRES_NEW)
        public void callInNew(Consumer<EntityManager> work) {
            work.accept(entities);
        }

        @Transactional
        public void callEjb(Consumer<EntityManager> work) {
            ejb.call(work);
        }

        @Outgoing(JpaFixture.CHANNEL)
        public Message<String> bookInTransactionOfCaller(String id, Runnable then) {
            return booked(entities, id, then);
        }
    }
}
