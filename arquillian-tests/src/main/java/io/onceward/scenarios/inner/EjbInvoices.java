// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.inner;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;

/** The inner transaction of an EJB. */
@Stateless
public class EjbInvoices {

    @PersistenceContext
    private EntityManager entities;

    /** Fails at the commit if the number is taken. */
    @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
    public void issue(String number) {
        entities.persist(new Invoice(number));
    }
}
