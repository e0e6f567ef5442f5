// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.stored;

import io.onceward.api.FailurePolicy;
import io.onceward.api.InboxMetadata;
import io.onceward.api.RetryLaterException;
import io.onceward.scenarios.support.Tables;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** A handler in an EJB, whose effects and event are one transaction. */
@Stateless
public class Accounting {

    /** How often it asks for a later attempt with an unpaid order. */
    static final AtomicInteger UNPAID = new AtomicInteger();

    @EJB
    Tables tables;

    @Incoming("stored_orders")
    @Outgoing("stored_invoices")
    @FailurePolicy(neverRetried = UnsupportedOperationException.class)
    public String invoice(Message<Order> message) {
        InboxMetadata metadata = message.unwrap(InboxMetadata.class);
        String order = message.getPayload().id();
        tables.insert("invoiced " + order);
        if (order.startsWith("unpaid") && UNPAID.getAndDecrement() > 0) {
            throw new RetryLaterException("not paid yet", Duration.ofMillis(50));
        }
        if (order.startsWith("free")) {
            throw new UnsupportedOperationException("no invoice for a free order");
        }
        return "invoice for " + order + " of " + metadata.headers().get("tenant");
    }
}
