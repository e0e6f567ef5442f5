// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.observed;

import jakarta.ejb.Stateless;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** Has something to say. */
@Stateless
public class Orders {

    @Outgoing("observed")
    public String place(String order) {
        return order;
    }
}
