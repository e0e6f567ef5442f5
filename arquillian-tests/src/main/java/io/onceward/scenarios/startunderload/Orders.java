// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.startunderload;

import io.onceward.api.Outbox;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;

/** Records orders. */
@Stateless
public class Orders {

    @Inject
    private Outbox outbox;

    public void place(int count) {
        for (int i = 0; i < count; i++) {
            outbox.record(StartUnderLoadScenario.QUEUE, "order " + i);
        }
    }
}
