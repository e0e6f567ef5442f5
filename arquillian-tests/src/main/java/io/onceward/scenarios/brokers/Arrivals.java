// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.brokers;

import io.onceward.api.Idempotent;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Handles the messages that are received from the broker. */
@ApplicationScoped
public class Arrivals {

    @Incoming("arrivals")
    @Idempotent(handler = "arrivals")
    public void arrived(String text) {
        Handled.add(text);
    }
}
