// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.refused;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** A bean that a deployment accepts. */
@ApplicationScoped
class Sound {

    @Transactional
    @Outgoing("orders")
    String place(String order) {
        return order;
    }
}
