// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.refused;

import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** A handler that a deployment accepts. */
@ApplicationScoped
class SoundIncoming {

    @Incoming("orders")
    void handle(String order) {}
}
