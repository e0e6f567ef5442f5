// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.inboxcrash;

import io.onceward.api.Outbox;
import io.onceward.api.OutboxMetadata;
import io.onceward.scenarios.shop.Ledger;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** The bean that records orders and payments. */
@Stateless
public class Orders {

    /** The channel of orders, whose events are stored before they are handled. */
    static final String ORDERS = "inbox_crash_orders";

    /** The channel of payments, which are handled when they are delivered. */
    static final String PAYMENTS = "inbox_crash_payments";

    /** The channel of what the handler of payments records. */
    static final String RECEIPTS = "inbox_crash_receipts";

    private static final int KEYS = 7;

    @Inject
    private Ledger ledger;

    @Inject
    private Outbox outbox;

    public void place(int number) {
        String key = "k" + number % KEYS;
        String id = key + "-" + number;
        ledger.order(id);
        outbox.record(ORDERS, id, OutboxMetadata.none().withKey(key));
    }

    public void pay(String id) {
        outbox.record(PAYMENTS, id);
    }

    @Outgoing(RECEIPTS)
    public String receipt(String id) {
        return id;
    }
}
