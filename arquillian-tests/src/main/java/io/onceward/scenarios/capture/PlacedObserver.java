// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.capture;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** A CDI observer that records what it observes. */
@ApplicationScoped
public class PlacedObserver {

    @Outgoing(CaptureScenario.CHANNEL)
    Placed on(@Observes Placed placed) {
        return placed;
    }
}
