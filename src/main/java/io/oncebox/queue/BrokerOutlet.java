// SPDX-License-Identifier: Apache-2.0
package io.oncebox.queue;

import io.oncebox.spi.EventPublisher;
import io.oncebox.spi.OutboxEvent;
import java.util.List;

/**
 * A connection to a broker.
 *
 * @param publisher the publisher
 * @param system the scheme of its destinations
 * @param connection the name of the connection
 */
record BrokerOutlet(EventPublisher publisher, String system, String connection) implements Outlet {

    @Override
    public Resource resource() {
        return Resource.connection(system, connection);
    }

    @Override
    public boolean supportsBatches() {
        return publisher.supportsBatches();
    }

    @Override
    public boolean hasDestinationBreakers() {
        return true;
    }

    @Override
    public void publish(List<QueuedEvent> events) throws Exception {
        publisher.publish(events.stream().<OutboxEvent>map(QueuedEvent::event).toList());
    }

    @Override
    public boolean publishAlone(QueuedEvent event) throws Exception {
        publisher.publishAlone(event.event());
        return false;
    }

    @Override
    public void reach() throws Exception {
        publisher.reach(connection);
    }
}
