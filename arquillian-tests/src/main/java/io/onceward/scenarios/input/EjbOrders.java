// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.input;

import io.onceward.scenarios.support.Tables;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

@Stateless
public class EjbOrders {

    @EJB
    Tables tables;

    @Outgoing(BadInputScenario.CHANNEL)
    public Object place(String id, Object event) {
        tables.insert(id);
        return event;
    }
}
