// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.nested;

import io.onceward.api.Outbox;
import jakarta.annotation.Resource;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.TransactionSynchronizationRegistry;

/** The inner transaction of an EJB. */
@Stateless
public class InnerEjb {

    @PersistenceContext
    private EntityManager entities;

    @Inject
    private Outbox outbox;

    @Resource
    private TransactionSynchronizationRegistry registry;

    @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
    public void run(Attempt attempt) {
        InnerWork.run(attempt, entities, outbox, registry);
    }
}
