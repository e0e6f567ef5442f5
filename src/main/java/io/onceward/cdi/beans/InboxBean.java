// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.beans;

import io.onceward.api.Inbox;
import io.onceward.cdi.start.EngineGate;
import io.onceward.cdi.start.TransactionKeeper;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Objects;

/** The injected {@link Inbox}. A failure to store marks the delivery's transaction for rollback, caught or not. */
@ApplicationScoped
public class InboxBean implements Inbox {

    @Inject
    private EngineGate engine;

    @Inject
    private TransactionKeeper transactions;

    /** Called by CDI. */
    public InboxBean() {}

    @Override
    public void store(String channel, Object message) {
        transactions.rollBackOnFailure(() -> {
            Objects.requireNonNull(channel, "channel");
            Objects.requireNonNull(message, "message");
            engine.forStore().stored().store(channel, message);
            return null;
        });
    }

    @Override
    public <T> T payload(Object message, Class<T> type) {
        return engine.forDelivery().payloads().decode(message, type);
    }
}
