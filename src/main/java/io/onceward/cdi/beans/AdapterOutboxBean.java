// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.beans;

import io.onceward.cdi.start.EngineGate;
import io.onceward.cdi.start.TransactionKeeper;
import io.onceward.outbox.AdapterEvent;
import io.onceward.outbox.AdapterOutbox;
import io.onceward.outbox.EncodedPayload;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.function.Function;

/** The {@link AdapterOutbox} of an application. */
@ApplicationScoped
public class AdapterOutboxBean implements AdapterOutbox {

    @Inject
    private EngineGate engine;

    @Inject
    private TransactionKeeper transactions;

    /** Called by CDI. */
    public AdapterOutboxBean() {}

    @Override
    public String record(String channel, Function<Target, AdapterEvent> event) {
        return outbox().record(channel, event);
    }

    @Override
    public EncodedPayload encode(String channel, Object payload) {
        return outbox().encode(channel, payload);
    }

    @Override
    public RuntimeException refuse(RuntimeException failure) {
        return transactions.rollBackOnFailure(() -> {
            throw failure;
        });
    }

    private AdapterOutbox outbox() {
        return transactions.rollBackOnFailure(engine::forCall).adapterOutbox();
    }
}
