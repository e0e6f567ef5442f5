// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.sales;

import io.onceward.api.Durable;
import io.onceward.api.EventKey;
import io.onceward.api.Idempotent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** What happens to a sale after its commit. Each handler has a trap behind others of its calls. */
@ApplicationScoped
public class Handlers {

    private static final int TRAPPED = 50;

    private final AtomicInteger bills = new AtomicInteger();
    private final AtomicInteger charges = new AtomicInteger();

    @Inject
    private Ledger ledger;

    void bill(@Observes @Durable(name = "sales-bill") Sold sale) {
        ledger.effect("billed", sale);
        if (bills.incrementAndGet() == TRAPPED) {
            Trap.enter("observer");
        }
    }

    @Durable(name = "sales-charge")
    public void charge(@EventKey String key, long nr) {
        ledger.effect("charged", new Sold(key, nr));
        if (charges.incrementAndGet() == TRAPPED) {
            Trap.enter("call");
        }
    }

    /** The trap is in the middle of a batch. */
    @Incoming(Sales.CHANNEL)
    @Idempotent(handler = Sales.HANDLER)
    public void pack(List<Sold> sales) {
        for (int i = 0; i < sales.size(); i++) {
            if (i == 2) {
                Trap.enter("batch");
            }
            ledger.effect("packed", sales.get(i));
        }
    }
}
