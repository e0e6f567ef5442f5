// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios.input;

import io.oncebox.scenarios.support.Tables;
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
