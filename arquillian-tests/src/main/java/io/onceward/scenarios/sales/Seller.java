// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.sales;

import io.onceward.api.Outbox;
import jakarta.ejb.Stateless;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;

/** A sale is a row, an event for an observer and for a local channel, and a call of a durable method. */
@Stateless
public class Seller {

    @Inject
    private Ledger ledger;

    @Inject
    private Event<Sold> sold;

    @Inject
    private Outbox outbox;

    @Inject
    private Handlers handlers;

    public void sell(String key) {
        Sold sale = new Sold(key, ledger.sell(key));
        sold.fire(sale);
        outbox.record(Sales.CHANNEL, sale);
        handlers.charge(key, sale.nr());
    }
}
