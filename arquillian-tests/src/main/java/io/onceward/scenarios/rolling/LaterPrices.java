// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.rolling;

import io.onceward.api.Durable;
import io.onceward.api.Idempotent;
import io.onceward.api.Outbox;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import java.util.List;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** The later version of the application. */
@ApplicationScoped
public class LaterPrices implements Prices {

    @Inject
    Outbox outbox;

    @Inject
    Event<LaterPrice> set;

    @Inject
    Ledger ledger;

    @Override
    @Transactional
    public void set(String key) {
        long nr = ledger.next(key);
        long cents = nr * 100 + 99;
        ledger.write("price", "2", key, nr, cents);
        LaterPrice price = new LaterPrice(key, nr, cents);
        set.fire(price);
        outbox.record(CHANNEL, price);
    }

    @Incoming(CHANNEL)
    @Idempotent(handler = HANDLER)
    void list(List<LaterPrice> prices) {
        prices.forEach(price -> ledger.write("listed", "2", price.key(), price.nr(), price.cents()));
    }

    void show(@Observes @Durable(name = OBSERVER) LaterPrice price) {
        ledger.write("shown", "2", price.key(), price.nr(), price.cents());
    }
}
