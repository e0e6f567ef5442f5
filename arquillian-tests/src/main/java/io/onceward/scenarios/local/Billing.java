// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.local;

import io.onceward.api.Durable;
import io.onceward.scenarios.support.Tables;
import jakarta.annotation.Priority;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptor;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Durable observers in a CDI bean, and an ordinary one. */
@ApplicationScoped
public class Billing {

    static final String NAME = "local-billing";

    /** The calls of the durable observer, rolled back or not. */
    static final Queue<String> CALLS = new ConcurrentLinkedQueue<>();

    static volatile String refuses = "nothing";

    /** An event that a durable observer fires. */
    public record Billed(String id) {}

    @EJB
    Tables tables;

    @Inject
    Event<Billed> billed;

    void bill(@Observes @Durable(name = NAME) Placed order) {
        CALLS.add(order.id());
        tables.insert("billed " + order.id());
        if (order.id().startsWith(refuses)) {
            throw new IllegalStateException("no money for it");
        }
        billed.fire(new Billed(order.id()));
    }

    @SuppressWarnings("UnusedMethod") // the container calls it
    private void thank(@Observes @Durable Billed bill) {
        tables.insert("thanked " + bill.id());
    }

    static void count(@Observes @Durable(name = "local-count") Placed order, Tally tally) {
        tally.count(order.id());
    }

    void now(@Observes @Priority(Interceptor.Priority.LIBRARY_AFTER) Placed order) {
        tables.insert("seen " + order.id());
    }
}
