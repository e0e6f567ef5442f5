// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.inboxcrash;

import io.onceward.scenarios.shop.Ledger;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Handles stored orders. The trap stops one of them before its effect commits, behind others of its cycle. */
@ApplicationScoped
public class Warehouse {

    private static final int TRAPPED = 100;

    private final AtomicInteger calls = new AtomicInteger();

    @Inject
    private Ledger ledger;

    @Incoming(Orders.ORDERS)
    public void pack(String order) {
        ledger.effect(order);
        if (calls.incrementAndGet() == TRAPPED) {
            Trap.enter(InboxCrashScenario.HANDLING);
        }
    }
}
