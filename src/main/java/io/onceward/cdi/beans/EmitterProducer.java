// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.beans;

import io.onceward.cdi.deployment.OutboxChannel;
import io.onceward.cdi.start.EngineGate;
import io.onceward.cdi.start.TransactionKeeper;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.spi.InjectionPoint;
import jakarta.inject.Inject;
import java.lang.annotation.Annotation;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;

/**
 * Produces a new emitter for each injection point. The extension replaces {@link Channel} by {@link OutboxChannel} in beans. In
 * other classes, such as message-driven beans and servlets, the container injects by the annotation of the source.
 */
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
    @Channel("")
    @OutboxChannel("")
    <T> Emitter<T> emitter(InjectionPoint point) {
        String channel = null;
        for (Annotation qualifier : point.getQualifiers()) {
            if (qualifier instanceof OutboxChannel ours) {
                channel = ours.value();
            } else if (qualifier instanceof Channel ofSource) {
                channel = ofSource.value();
            }
        }
        return new OutboxEmitter<>(engine, transactions, channel);
    }
}
