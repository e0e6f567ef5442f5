// SPDX-License-Identifier: Apache-2.0
package io.oncebox.cdi;

import io.oncebox.api.Outbox;
import io.oncebox.api.OutboxMetadata;
import io.oncebox.engine.Engine;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/** The injected {@link Outbox}. */
@ApplicationScoped
public class OutboxBean implements Outbox {

    @Inject
    private OnceboxContainer container;

    /** Called by CDI. */
    public OutboxBean() {}

    @Override
    public String record(String channel, Object payload) {
        return record(channel, payload, OutboxMetadata.none());
    }

    @Override
    public String record(String channel, Object payload, OutboxMetadata metadata) {
        Engine engine = container.engine();
        return engine.recorder().record(engine.channel(channel), payload, metadata);
    }
}
