// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.changes;

import io.onceward.api.Outbox;
import io.onceward.api.OutboxMetadata;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Records prices in both versions, and handles them. */
@Stateless
public class Prices {

    static final Queue<PriceSet> HANDLED = new ConcurrentLinkedQueue<>();

    @Inject
    Outbox outbox;

    /** Records what the earlier version of the application would have recorded. */
    public void setAsBefore(String id, int price) {
        String json = "{\"id\":\"" + id + "\",\"price\":" + price + "}";
        outbox.record("changes", json, OutboxMetadata.none().withType("PriceSet"));
    }

    public void set(PriceSet price) {
        outbox.record("changes", price);
    }

    @Incoming("changes")
    public void handle(PriceSet price) {
        HANDLED.add(price);
    }
}
