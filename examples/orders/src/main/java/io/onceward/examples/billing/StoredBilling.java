// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.billing;

import io.onceward.api.Idempotent;
import io.onceward.api.InboxMessage;
import io.onceward.examples.orders.OrderPlaced;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** The billing service in place of {@link Billing} for brokers without Jakarta Messaging: the messages are stored first. */
@ApplicationScoped
public class StoredBilling {

    @Inject
    private Invoices invoices;

    @Incoming("placed")
    @Idempotent(handler = "billing")
    public void bill(InboxMessage<OrderPlaced> order) {
        invoices.bill(order.getPayload(), order.metadata().id());
    }
}
