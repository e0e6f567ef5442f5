// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios.lost;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** Records an event for each order. */
@ApplicationScoped
public class Orders {

    static final String CHANNEL = "lost-orders";

    @Inject
    private Accounting accounting;

    @Transactional
    @Outgoing(CHANNEL)
    public String place(String order) {
        accounting.book(order);
        return order;
    }
}
