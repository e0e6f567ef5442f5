// SPDX-License-Identifier: Apache-2.0
package io.oncebox.queue;

import io.oncebox.log.DeploymentErrors;
import io.oncebox.spi.EventPublisher;
import io.oncebox.spi.OutboxEvent;
import java.util.Map;

/** The publishers that are there, by the scheme of the destinations that they publish to. Thread-safe. */
public final class Publishers implements Outlets {

    private final Map<String, EventPublisher> byScheme;

    public Publishers(Map<String, EventPublisher> byScheme) {
        this.byScheme = Map.copyOf(byScheme);
    }

    /** @throws io.oncebox.api.OnceboxException if nothing here publishes to its destination */
    @Override
    public Outlet of(OutboxEvent event) {
        EventPublisher publisher = byScheme.get(event.system());
        if (publisher == null) {
            throw DeploymentErrors.noPublisher(event.destination(), event.channel());
        }
        return new BrokerOutlet(publisher, publisher.connection(event.destination()));
    }
}
