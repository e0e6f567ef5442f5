// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.brokercheck;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** Publishes. */
@ApplicationScoped
class Orders {

    @Transactional
    @Outgoing("placed")
    String place(String order) {
        return order;
    }
}
