// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.capture;

import io.onceward.scenarios.support.Tables;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

@Stateless
public class StatelessOrders {

    @EJB
    Tables tables;

    @Outgoing(CaptureScenario.CHANNEL)
    public Placed place(String id) {
        tables.insert(id);
        return new Placed(id);
    }
}
