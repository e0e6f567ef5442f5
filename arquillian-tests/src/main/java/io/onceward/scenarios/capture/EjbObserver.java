// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.capture;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Observes;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class EjbObserver {

    @Outgoing(CaptureScenario.CHANNEL)
    public Paid on(@Observes Paid paid) {
        return paid;
    }
}
