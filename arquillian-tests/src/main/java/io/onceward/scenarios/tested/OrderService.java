// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.tested;

import io.onceward.api.Outbox;
import io.onceward.api.OutboxMetadata;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;

/** The code under test. */
@ApplicationScoped
@Transactional
public class OrderService {

    static final String CHANNEL = "tested_orders";

    @Inject
    Outbox outbox;

    public void place(String id) {
        outbox.record(CHANNEL, "Order " + id, OutboxMetadata.none().withKey(id));
    }

    public void placeAndFail(String id) {
        place(id);
        throw new IllegalStateException("on purpose");
    }
}
