// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.cluster;

import io.onceward.api.Idempotent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Ships an order whose event was stored before. */
@ApplicationScoped
public class Shipping {

    @Inject
    private Effects effects;

    @Incoming("shipping")
    @Idempotent(handler = "shipping")
    public void ship(String order) {
        effects.happen("shipped", order);
    }
}
