// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.queue.RecordedEvent;
import io.onceward.queue.payload.StoredPayloads;
import io.onceward.spi.Destinations;
import io.onceward.spi.EventPublisher;
import java.util.Map;

/** The publishers of the application, by the scheme of the destinations that they publish to. Thread-safe. */
public final class Publishers implements Outlets {

    private final Map<String, Destinations> destinations;
    private final Map<String, EventPublisher> publishers;
    private final StoredPayloads payloads;

    /**
     * @param destinations by scheme
     * @param publishers by scheme
     * @param payloads decodes the payloads of rows
     */
    public Publishers(
            Map<String, Destinations> destinations, Map<String, EventPublisher> publishers, StoredPayloads payloads) {
        this.destinations = Map.copyOf(destinations);
        this.publishers = Map.copyOf(publishers);
        this.payloads = payloads;
    }

    /** @throws io.onceward.api.OncewardException if its destination has no scheme, so that no node can publish the event */
    @Override
    public Outlet of(RecordedEvent event) {
        if (event.system().isEmpty()) {
            throw RelayErrors.noPublisher(event.destination(), event.channel());
        }
        EventPublisher publisher = publishers.get(event.system());
        if (publisher == null) {
            return new MissingAdapter(event.system());
        }
        String connection = destinations.get(event.system()).connection(event.destination());
        return new BrokerOutlet(publisher, event.system(), connection, payloads);
    }
}
