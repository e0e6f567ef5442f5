// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.capture;

import io.onceward.scenarios.support.Tables;
import jakarta.ejb.EJB;
import jakarta.ejb.Local;
import jakarta.ejb.Stateless;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

@Stateless
@Local(LocalOrders.class)
public class LocalOrdersBean implements LocalOrders {

    @EJB
    Tables tables;

    @Override
    @Outgoing(CaptureScenario.CHANNEL)
    public Placed place(String id) {
        tables.insert(id);
        return new Placed(id);
    }
}
