// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.capture;

import io.onceward.scenarios.support.Tables;
import jakarta.ejb.EJB;
import jakarta.ejb.Singleton;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

@Singleton
public class SingletonOrders {

    @EJB
    Tables tables;

    @Outgoing(CaptureScenario.CHANNEL)
    public Placed place(String id) {
        tables.insert(id);
        return new Placed(id);
    }
}
