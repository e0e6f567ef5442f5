// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.shop;

import io.onceward.api.Outbox;
import io.onceward.api.OutboxMessage;
import io.onceward.api.OutboxMetadata;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** Each order is a row and an event. */
@Stateless
public class Orders {

    /** The channel of orders whose event is returned. */
    public static final String RETURNED = "shop-returned";

    /** The channel of orders whose event is recorded by the {@code Outbox}. */
    public static final String RECORDED = "shop-recorded";

    @Inject
    private Ledger ledger;

    @Inject
    private Outbox outbox;

    @Outgoing(RETURNED)
    public Message<String> place(String id, String key) {
        ledger.order(id);
        return OutboxMessage.of(id, OutboxMetadata.none().withKey(key));
    }

    public void placeByOutbox(String id, String key) {
        ledger.order(id);
        outbox.record(RECORDED, id, OutboxMetadata.none().withKey(key));
    }
}
