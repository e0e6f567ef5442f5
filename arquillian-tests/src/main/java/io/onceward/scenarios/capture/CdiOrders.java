// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.capture;

import io.onceward.scenarios.support.Tables;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** A transactional CDI bean. */
@ApplicationScoped
@Transactional
public class CdiOrders {

    @EJB
    Tables tables;

    @Outgoing(CaptureScenario.CHANNEL)
    public Placed place(String id) {
        tables.insert(id);
        return new Placed(id);
    }

    @Outgoing(CaptureScenario.CHANNEL)
    @Transactional(Transactional.TxType.REQUIRES_NEW)
    public Placed placeInNew(String id) {
        return place(id);
    }

    @Outgoing(CaptureScenario.CHANNEL)
    public Placed fail(String id) {
        tables.insert(id);
        throw new IllegalStateException("on purpose");
    }
}
