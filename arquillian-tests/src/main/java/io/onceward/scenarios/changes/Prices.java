// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.changes;

import io.onceward.api.Outbox;
import io.onceward.api.OutboxMetadata;
import io.onceward.scenarios.support.Tables;
import jakarta.ejb.EJB;
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

    @Inject
    Announcer announcer;

    @EJB
    Tables tables;

    /** Records what the earlier version of the application would have recorded. */
    public void setAsBefore(String id, int price) {
        String json = "{\"id\":\"" + id + "\",\"price\":" + price + "}";
        outbox.record("changes", json, OutboxMetadata.none().withType("PriceSet"));
    }

    public void set(PriceSet price) {
        outbox.record("changes", price);
    }

    public void announce(String id) {
        announcer.announce("de", id);
    }

    /** Records the call that the earlier version of the application would have recorded. */
    public void announceAsBefore(String id) {
        tables.execute(
                "INSERT INTO changes_inbox_message (id, aggregatetype, type, payload, contenttype, handler, slot) VALUES ('"
                        + id
                        + "', '" + Announcer.NAME + "', '" + Announcer.NAME + "', convert_to('[\"" + id
                        + "\"]', 'UTF8'), 'text/plain', 'call:"
                        + Announcer.NAME + "', 0)");
    }

    @Incoming("changes")
    public void handle(PriceSet price) {
        HANDLED.add(price);
    }
}
