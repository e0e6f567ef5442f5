// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.refused;

import jakarta.ejb.Stateless;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

@Stateless
public class Final {

    @Outgoing("orders")
    public final String fixed(String order) {
        return order;
    }
}
