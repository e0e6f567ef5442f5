// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.beans;

import io.onceward.api.Outbox;
import io.onceward.api.OutboxMetadata;
import io.onceward.cdi.start.EngineGate;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.eclipse.microprofile.reactive.messaging.Message;

/** The injected {@link Outbox}. */
@ApplicationScoped
public class OutboxBean implements Outbox {

    @Inject
    private EngineGate engine;

    /** Called by CDI. */
    public OutboxBean() {}

    @Override
    public String record(String channel, Object payload) {
        return payload instanceof Message<?> message
                ? record(channel, message.getPayload(), OutgoingMessage.metadata(message))
                : record(channel, payload, OutboxMetadata.none());
    }

    @Override
    public String record(String channel, Object payload, OutboxMetadata metadata) {
        return engine.recording(channel).record(payload, metadata);
    }
}
