// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.beans;

import io.onceward.cdi.deployment.OutboxChannel;
import io.onceward.cdi.start.EngineGate;
import io.onceward.cdi.start.TransactionKeeper;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.spi.InjectionPoint;
import jakarta.inject.Inject;
import org.eclipse.microprofile.reactive.messaging.Emitter;

/** Produces a new emitter for each injection point. */
@Dependent
public class EmitterProducer {

    @Inject
    private EngineGate engine;

    @Inject
    private TransactionKeeper transactions;

    /** Called by CDI. */
    public EmitterProducer() {}

    @Produces
    @Dependent
    @OutboxChannel("")
    <T> Emitter<T> emitter(InjectionPoint point) {
        String channel = point.getQualifiers().stream()
                .filter(OutboxChannel.class::isInstance)
                .map(qualifier -> ((OutboxChannel) qualifier).value())
                .findFirst()
                .orElseThrow();
        return new OutboxEmitter<>(engine, transactions, channel);
    }
}
