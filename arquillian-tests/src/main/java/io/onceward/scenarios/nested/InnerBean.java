// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.nested;

import io.onceward.api.Outbox;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.Transactional;

/** The inner transaction of a CDI bean. */
@ApplicationScoped
public class InnerBean {

    @PersistenceContext
    private EntityManager entities;

    @Inject
    private Outbox outbox;

    @Resource
    private TransactionSynchronizationRegistry registry;

    @Transactional(Transactional.TxType.REQUIRES_NEW)
    public void run(Attempt attempt) {
        InnerWork.run(attempt, entities, outbox, registry);
    }
}
