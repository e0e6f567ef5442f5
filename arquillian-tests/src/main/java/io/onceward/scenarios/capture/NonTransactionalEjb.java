// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.capture;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

@Stateless
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class NonTransactionalEjb {

    @Outgoing(CaptureScenario.CHANNEL)
    public Placed notSupported(String id) {
        NonTransactional.BODIES.add(id);
        return new Placed(id);
    }
}
