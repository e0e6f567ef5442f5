// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.inner;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Books the order of each stored message. */
@ApplicationScoped
public class StoredReceiver {

    static final String CHANNEL = "lost_stored";

    @Inject
    private Accounting accounting;

    @Incoming(CHANNEL)
    public void receive(String order) {
        accounting.book(order);
    }
}
