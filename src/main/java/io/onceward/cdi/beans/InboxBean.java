// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.beans;

import io.onceward.api.Inbox;
import io.onceward.cdi.start.OncewardContainer;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Objects;

/** The injected {@link Inbox}. A failure to store marks the delivery's transaction for rollback, caught or not. */
@ApplicationScoped
public class InboxBean implements Inbox {

    @Inject
    private OncewardContainer container;

    /** Called by CDI. */
    public InboxBean() {}

    @Override
    public void store(String channel, Object message) {
        container.rollBackOnFailure(() -> {
            Objects.requireNonNull(channel, "channel");
            Objects.requireNonNull(message, "message");
            container.engineForStore().stored().store(channel, List.of(message));
            return null;
        });
    }

    @Override
    public <T> T payload(Object message, Class<T> type) {
        return container.engineForDelivery().payloads().decode(message, type);
    }
}
