// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.outboxed;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** Calls its own sender, on a channel whose name the configuration misspells. */
@ApplicationScoped
public class Refunds {

    @Outgoing("refunds")
    public String refund(String order) {
        return "refund of " + order;
    }

    @Transactional
    public String refundAll() {
        return this.refund("all");
    }
}
