// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.capture;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.util.Set;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** Methods that run without a transaction. */
@ApplicationScoped
public class NonTransactional {

    static final Set<String> BODIES = java.util.concurrent.ConcurrentHashMap.newKeySet();

    @Outgoing(CaptureScenario.CHANNEL)
    public Placed noTransaction(String id) {
        BODIES.add(id);
        return new Placed(id);
    }

    @Outgoing(CaptureScenario.CHANNEL)
    @Transactional(Transactional.TxType.NOT_SUPPORTED)
    public Placed notSupported(String id) {
        BODIES.add(id);
        return new Placed(id);
    }

    @Outgoing(CaptureScenario.OWN)
    public Message<Placed> message(Message<Placed> message) {
        return message;
    }

    @Outgoing(CaptureScenario.OWN)
    public Placed own(String id) {
        return new Placed(id);
    }
}
