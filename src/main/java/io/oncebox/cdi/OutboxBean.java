// SPDX-License-Identifier: Apache-2.0
package io.oncebox.cdi;

import io.oncebox.api.Outbox;
import io.oncebox.api.OutboxMetadata;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.eclipse.microprofile.reactive.messaging.Message;

/** The injected {@link Outbox}. */
@ApplicationScoped
public class OutboxBean implements Outbox {

    @Inject
    private OnceboxContainer container;

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
        return container.recording(channel).record(payload, metadata);
    }
}
