// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios.jpa;

import io.oncebox.api.OutboxMessage;
import io.oncebox.api.OutboxMetadata;
import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;
import jakarta.transaction.UserTransaction;
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

    @Stateless
    public static class Ejb {

        @PersistenceContext
        private EntityManager entities;

        public void call(Consumer<EntityManager> work) {
            work.accept(entities);
        }

        @Outgoing(JpaContract.CHANNEL)
        public Message<String> book(String id, Runnable then) {
            return booked(entities, id, then);
        }

        @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
        public void callInNew(Consumer<EntityManager> work) {
            work.accept(entities);
        }
    }

    @ApplicationScoped
    public static class Cdi {

        @PersistenceContext
        private EntityManager entities;

        @EJB
        private Ejb ejb;

        @Transactional
        public void call(Consumer<EntityManager> work) {
            work.accept(entities);
        }

        @Transactional
        @Outgoing(JpaContract.CHANNEL)
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

        @Outgoing(JpaContract.CHANNEL)
        public Message<String> bookInTransactionOfCaller(String id, Runnable then) {
            return booked(entities, id, then);
        }
    }

    @Stateless
    @TransactionManagement(TransactionManagementType.BEAN)
    public static class ByUserTransaction {

        @PersistenceContext
        private EntityManager entities;

        @Resource
        private UserTransaction transaction;

        @Inject
        private Cdi cdi;

        public void call(Consumer<EntityManager> work) throws Exception {
            inTransaction(() -> work.accept(entities));
        }

        public void book(String id, Runnable then) throws Exception {
            inTransaction(() -> cdi.bookInTransactionOfCaller(id, then));
        }

        private void inTransaction(Runnable work) throws Exception {
            transaction.begin();
            boolean done = false;
            try {
                work.run();
                done = true;
            } finally {
                if (done) {
                    transaction.commit();
                } else {
                    transaction.rollback();
                }
            }
        }
    }

    /** An EJB without a transaction, which calls a CDI bean that opens one. */
    @Stateless
    @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
    public static class Outside {

        @Inject
        private Cdi cdi;

        public void callCdi(Consumer<EntityManager> work) {
            cdi.call(work);
        }

        public void callCdiThatCallsEjb(Consumer<EntityManager> work) {
            cdi.callEjb(work);
        }
    }
}
