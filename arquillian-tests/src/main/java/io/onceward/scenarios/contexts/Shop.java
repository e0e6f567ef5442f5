// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.contexts;

import io.onceward.api.Outbox;
import jakarta.ejb.Stateless;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** Records an event in each way. */
@Stateless
public class Shop {

    @Inject
    Outbox outbox;

    @Inject
    Event<Ordered> ordered;

    @Inject
    Handlers handlers;

    @Outgoing("contexts_local")
    public String local(String id) {
        return id;
    }

    @Outgoing("contexts")
    public String far(String id) {
        return id;
    }

    public void observed(String id) {
        ordered.fire(new Ordered(id));
    }

    public void called(String id) {
        handlers.call(id);
    }

    public void decorated(String id) {
        outbox.record("contexts_local", id);
    }
}
