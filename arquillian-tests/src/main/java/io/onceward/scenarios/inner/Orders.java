// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.inner;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import java.util.stream.Stream;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** Records an event for each order. */
@ApplicationScoped
public class Orders {

    static final String CHANNEL = "lost_orders";

    /** A channel that opens a transaction. */
    static final String OWN_CHANNEL = "lost_own";

    @Inject
    private Accounting accounting;

    /** Books while the event is recorded, in the transaction that Onceward begins for it. */
    @Outgoing(OWN_CHANNEL)
    public Stream<String> placeLater(String order) {
        return Stream.of(order).peek(accounting::book);
    }

    @Transactional
    @Outgoing(CHANNEL)
    public String place(String order) {
        accounting.book(order);
        return order;
    }
}
