// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.inner;

import io.onceward.api.IdempotencyKey;
import io.onceward.api.Idempotent;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** Orders of an EJB. */
@Stateless
public class EjbOrders {

    @Inject
    private Accounting accounting;

    @Outgoing(Orders.CHANNEL)
    public String place(String order) {
        accounting.book(order);
        return order;
    }

    @Idempotent
    public void placeOnce(@IdempotencyKey String order) {
        accounting.book(order);
    }
}
