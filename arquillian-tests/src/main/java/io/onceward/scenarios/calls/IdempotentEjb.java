// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.calls;

import io.onceward.api.IdempotencyKey;
import io.onceward.api.Idempotent;
import io.onceward.scenarios.support.Tables;
import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.ejb.EJBContext;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;

/** An EJB whose methods are idempotent by the annotation on its class. */
@Idempotent
@Stateless
public class IdempotentEjb {

    @EJB
    private Tables tables;

    @Resource
    private EJBContext context;

    public void required(@IdempotencyKey String id) {
        tables.insert(id);
    }

    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public void supports(@IdempotencyKey String id) {
        tables.insert(id);
    }

    public void failing(@IdempotencyKey String id) {
        tables.insert(id);
        throw new IllegalStateException("on purpose");
    }

    public void marking(@IdempotencyKey String id) {
        tables.insert(id);
        context.setRollbackOnly();
    }
}
