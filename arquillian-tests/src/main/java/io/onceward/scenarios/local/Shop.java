// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.local;

import io.onceward.scenarios.support.Tables;
import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.ejb.EJBContext;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** Records and fires events, with business data. */
@Stateless
public class Shop {

    @EJB
    Tables tables;

    @Inject
    Event<Placed> placed;

    @Resource
    EJBContext context;

    @Outgoing("local_orders")
    public Placed order(String id, String customer) {
        tables.insert("ordered " + id);
        return new Placed(id, customer);
    }

    @Outgoing("local_orders")
    public Placed orderAndFail(String id) {
        throw new IllegalStateException("no " + id);
    }

    public void place(String id, String customer) {
        tables.insert("placed " + id);
        placed.fire(new Placed(id, customer));
    }

    public void placeAndFail(String id) {
        place(id, null);
        throw new IllegalStateException("no " + id);
    }

    public void placeAfterTheMarkForRollback(String id) {
        context.setRollbackOnly();
        placed.fire(new Placed(id, null));
    }

    @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
    public void placeWithoutTransaction(String id) {
        placed.fire(new Placed(id, null));
    }
}
