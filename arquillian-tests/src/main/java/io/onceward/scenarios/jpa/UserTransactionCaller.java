// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.jpa;

import io.onceward.scenarios.jpa.Callers.Cdi;
import jakarta.annotation.Resource;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.UserTransaction;
import java.util.function.Consumer;

@Stateless
@TransactionManagement(TransactionManagementType.BEAN)
public class UserTransactionCaller {

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
