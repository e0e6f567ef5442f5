// SPDX-License-Identifier: Apache-2.0
package io.oncebox.queue;

import io.oncebox.spi.EventPublisher;
import java.util.List;

/**
 * A connection to a broker.
 *
 * @param publisher the publisher
 * @param connection the name of the connection
 */
record BrokerOutlet(EventPublisher publisher, String connection) implements Outlet {

    @Override
    public Resource resource() {
        return Resource.connection(connection);
    }

    @Override
    public boolean batches() {
        return publisher.batches();
    }

    @Override
    public void publish(List<QueuedEvent> events) throws Exception {
        publisher.publish(events.stream().map(QueuedEvent::event).toList());
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
