// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.stored;

import io.onceward.api.Idempotent;
import io.onceward.scenarios.support.Tables;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Handlers in a CDI bean. */
@ApplicationScoped
public class Warehouse {

    static final String HANDLER = "warehouse";

    /** The calls of the handlers, rolled back or not. */
    static final Queue<String> CALLS = new ConcurrentLinkedQueue<>();

    static volatile String refuses = "nothing";

    @EJB
    Tables tables;

    @Incoming("stored_orders")
    @Idempotent(handler = HANDLER)
    void pack(Order order) {
        CALLS.add(order.id());
        tables.insert("packed " + order.id());
        if (order.id().startsWith(refuses)) {
            throw new IllegalStateException("no space for it");
        }
    }

    @Incoming("stored_manually")
    public void note(String text) {
        CALLS.add(text);
        tables.insert("noted " + text);
    }
}
