// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.sales;

import io.onceward.api.Outbox;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;

/** Sells in an application without the handlers. Its sales are only packed. */
@Stateless
public class Writer {

    @Inject
    private Ledger ledger;

    @Inject
    private Outbox outbox;

    public void sell(String key) {
        outbox.record(Sales.CHANNEL, new Sold(key, ledger.sell(key)));
    }
}
