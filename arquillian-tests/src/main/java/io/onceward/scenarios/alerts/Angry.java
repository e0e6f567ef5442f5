// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.alerts;

import io.onceward.api.Alert;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/** An observer that fails with each alert, which another one gets nevertheless. */
@ApplicationScoped
public class Angry {

    void refuse(@Observes Alert alert) {
        throw new IllegalStateException("not now: " + alert.kind());
    }
}
