// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.queue.outage.Resource;
import io.onceward.queue.store.QueuedEvent;
import io.onceward.spi.EventPublisher;
import io.onceward.spi.OutboxEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.IdentityHashMap;
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
        List<OutboxEvent> published = new ArrayList<>(events.size());
        Map<OutboxEvent, QueuedEvent> rows = new IdentityHashMap<>();
        for (QueuedEvent event : events) {
            OutboxEvent one = PublishedEvent.of(event.event());
            published.add(one);
            rows.put(one, event);
        }
        publisher.publish(published, new Reports(rows, outcomes));
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

    /**
     * Finds the rows of the events that a publisher reports.
     *
     * @param rows by the objects that the publisher has got; not changed any more
     */
    private record Reports(Map<OutboxEvent, QueuedEvent> rows, Outcomes outcomes) implements EventPublisher.Results {

        @Override
        public boolean wants(OutboxEvent event) {
            return outcomes.wants(row(event));
        }

        @Override
        public void confirmed(OutboxEvent event) {
            outcomes.confirmed(row(event));
        }

        @Override
        public void refused(OutboxEvent event, Exception reason, boolean forever) {
            outcomes.refused(row(event), forever ? Refusal.forever(reason) : Refusal.counted(reason));
        }

        @Override
        public void unavailable(Exception reason) {
            outcomes.unavailable(reason);
        }

        private QueuedEvent row(OutboxEvent event) {
            QueuedEvent row = rows.get(event);
            if (row == null) {
                throw new IllegalArgumentException("The event is not of this batch");
            }
            return row;
        }
    }
}
