// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.inner;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;

/** The inner transaction of a CDI bean. */
@ApplicationScoped
public class Invoices {

    /** A number that has an invoice. */
    static final String TAKEN = "taken";

    @PersistenceContext
    private EntityManager entities;

    /** Fails at the commit, when the insert is flushed, if the number is taken. */
    @Transactional(Transactional.TxType.REQUIRES_NEW)
    public void issue(String number) {
        entities.persist(new Invoice(number));
    }

    @Transactional
    public void take() {
        if (entities.find(Invoice.class, TAKEN) == null) {
            entities.persist(new Invoice(TAKEN));
        }
    }

    @Transactional
    public boolean exists(String number) {
        return entities.find(Invoice.class, number) != null;
    }

    /** Returns the number of transactions that other connections to the database hold open. */
    @Transactional
    public int openTransactions() {
        Object count = entities.createNativeQuery("SELECT count(*) FROM pg_stat_activity WHERE xact_start IS NOT NULL"
                        + " AND datname = current_database() AND pid <> pg_backend_pid()")
                .getSingleResult();
        return ((Number) count).intValue();
    }
}
