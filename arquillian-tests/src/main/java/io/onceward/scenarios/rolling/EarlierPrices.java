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

/** The earlier version of the application. */
@ApplicationScoped
public class EarlierPrices implements Prices {

    @Inject
    Outbox outbox;

    @Inject
    Event<EarlierPrice> set;

    @Inject
    Ledger ledger;

    @Override
    @Transactional
    public void set(String key) {
        long nr = ledger.next(key);
        ledger.write("price", "1", key, nr, nr * 100);
        EarlierPrice price = new EarlierPrice(key, nr, nr);
        set.fire(price);
        outbox.record(CHANNEL, price);
    }

    @Incoming(CHANNEL)
    @Idempotent(handler = HANDLER)
    void list(List<EarlierPrice> prices) {
        prices.forEach(price -> ledger.write("listed", "1", price.key(), price.nr(), price.price() * 100));
    }

    void show(@Observes @Durable(name = OBSERVER) EarlierPrice price) {
        ledger.write("shown", "1", price.key(), price.nr(), price.price() * 100);
    }
}
