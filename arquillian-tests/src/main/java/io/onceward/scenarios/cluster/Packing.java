// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.cluster;

import io.onceward.api.Idempotent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Packs orders whose events went without a broker, several in one transaction. */
@ApplicationScoped
public class Packing {

    @Inject
    private Effects effects;

    @Incoming("packing")
    @Idempotent(handler = "packing")
    public void pack(List<String> orders) {
        orders.forEach(order -> effects.happen("packed", order));
    }
}
