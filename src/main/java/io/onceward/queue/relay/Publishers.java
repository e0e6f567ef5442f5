// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.queue.RecordedEvent;
import io.onceward.spi.EventPublisher;
import java.util.Map;

/** The publishers of the application, by the scheme of the destinations that they publish to. Thread-safe. */
public final class Publishers implements Outlets {

    private final Map<String, EventPublisher> byScheme;

    public Publishers(Map<String, EventPublisher> byScheme) {
        this.byScheme = Map.copyOf(byScheme);
    }

    /** @throws io.onceward.api.OncewardException if its destination has no scheme, so that no node can publish the event */
    @Override
    public Outlet of(RecordedEvent event) {
        if (event.system().isEmpty()) {
            throw RelayErrors.noPublisher(event.destination(), event.channel());
        }
        EventPublisher publisher = byScheme.get(event.system());
        if (publisher == null) {
            return new MissingAdapter(event.system());
        }
        return new BrokerOutlet(publisher, event.system(), publisher.connection(event.destination()));
    }
}
