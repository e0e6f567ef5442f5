// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.traces;

import jakarta.ejb.Stateless;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** The first service of the trace. */
@Stateless
public class Orders {

    @Outgoing("traces")
    public String place(String order) {
        return order;
    }
}
