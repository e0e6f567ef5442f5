// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.alerts;

import io.onceward.api.Outbox;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;

/** Records orders. */
@Stateless
public class Desk {

    @Inject
    Outbox outbox;

    public void order(String channel, String order) {
        outbox.record(channel, order);
    }
}
