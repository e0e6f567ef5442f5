// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.contexts;

import io.onceward.api.Durable;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Handlers of each kind, with an interceptor of the application. */
@ApplicationScoped
@Noted
public class Handlers {

    @Incoming("contexts_local")
    public void handle(String id) {
        refuse(id);
    }

    @Incoming("contexts_stored")
    public void stored(String id) {
        refuse(id);
    }

    void observe(@Observes @Durable(name = "contexts-observe") Ordered ordered) {
        refuse(ordered.id());
    }

    @Durable(name = "contexts-call")
    public void call(String id) {
        refuse(id);
    }

    private static void refuse(String id) {
        if (id.startsWith("bad")) {
            throw new IllegalStateException("no " + id);
        }
    }
}
