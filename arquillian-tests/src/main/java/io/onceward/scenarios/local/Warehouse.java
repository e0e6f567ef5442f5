// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.local;

import io.onceward.api.Idempotent;
import io.onceward.scenarios.support.Tables;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** The handlers of a local channel. */
@ApplicationScoped
public class Warehouse {

    static final String HANDLER = "local-warehouse";

    /** The calls of the handler, rolled back or not. */
    static final Queue<String> CALLS = new ConcurrentLinkedQueue<>();

    static volatile String refuses = "nothing";

    @EJB
    Tables tables;

    @Incoming("local_orders")
    @Idempotent(handler = HANDLER)
    void pack(Placed order) {
        CALLS.add(order.id());
        tables.insert("packed " + order.id());
        if (order.id().startsWith(refuses)) {
            throw new IllegalStateException("no space for it");
        }
    }

    @Incoming("local_orders")
    void announce(Placed order) {
        tables.insert("announced " + order.id());
    }
}
