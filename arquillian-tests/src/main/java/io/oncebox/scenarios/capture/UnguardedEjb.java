// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios.capture;

import io.oncebox.scenarios.capture.CaptureScenario.Placed;
import io.oncebox.scenarios.capture.CaptureScenario.Unguarded;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

@Stateless
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class UnguardedEjb {

    @Outgoing(CaptureScenario.CHANNEL)
    public Placed notSupported(String id) {
        Unguarded.BODIES.add(id);
        return new Placed(id);
    }
}
