// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios.stored;

import io.oncebox.api.InboxMetadata;
import io.oncebox.scenarios.support.Tables;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** A handler in an EJB, whose effects and event are one transaction. */
@Stateless
public class Accounting {

    @EJB
    Tables tables;

    @Incoming("stored-orders")
    @Outgoing("stored-invoices")
    public String invoice(Message<Order> message) {
        InboxMetadata metadata = message.unwrap(InboxMetadata.class);
        String order = message.getPayload().id();
        tables.insert("invoiced " + order);
        return "invoice for " + order + " of " + metadata.headers().get("tenant");
    }
}
