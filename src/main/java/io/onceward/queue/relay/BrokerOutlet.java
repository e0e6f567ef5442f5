// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.queue.outage.Resource;
import io.onceward.queue.store.QueuedEvent;
import io.onceward.spi.EventPublisher;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
    public boolean takesBatches() {
        return true;
    }

    @Override
    public boolean hasDestinationBreakers() {
        return true;
    }

    @Override
    public void publish(List<QueuedEvent> events, Outcomes outcomes) throws Exception {
        new BrokerCall(publisher, outcomes).publish(events);
    }

    @Override
    public Optional<Instant> expiresAt(QueuedEvent event) {
        Map<String, String> headers = event.event().headers();
        if (!ReservedHeaders.isIn(headers)) {
            return Optional.empty();
        }
        ReservedHeaders.priority(headers); // has no illegal value reach the publisher
        return ReservedHeaders.expiresAt(headers);
    }
}
