// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.local;

import io.onceward.api.Idempotent;
import io.onceward.api.InboxMessage;
import io.onceward.scenarios.support.Tables;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Handlers of a local channel that get several events in one transaction. */
@ApplicationScoped
public class Packers {

    static final String HANDLER = "local-packers";

    /** The ids of each call of the handler, rolled back or not. */
    static final Queue<List<String>> CALLS = new ConcurrentLinkedQueue<>();

    static volatile String refuses = "nothing";

    @EJB
    Tables tables;

    @Incoming("local_orders")
    @Idempotent(handler = HANDLER)
    void pack(List<Placed> orders) {
        CALLS.add(orders.stream().map(Placed::id).toList());
        for (Placed order : orders) {
            tables.insert("packed " + order.id());
            if (order.id().startsWith(refuses)) {
                throw new IllegalStateException("no space for " + order.id());
            }
        }
    }

    @Incoming("local_orders")
    void announce(List<InboxMessage<Placed>> orders) {
        for (InboxMessage<Placed> order : orders) {
            tables.insert("announced " + order.getPayload().id() + " of "
                    + order.metadata().key());
        }
    }
}
