// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.api.OncewardException;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.machine.Refusal;
import io.onceward.queue.outage.Resource;
import io.onceward.queue.payload.StoredPayloads;
import io.onceward.queue.store.OrderKey;
import io.onceward.queue.store.QueuedEvent;
import io.onceward.spi.EventPublisher;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A connection to a broker.
 *
 * @param publisher the publisher
 * @param system the scheme of its destinations
 * @param connection the name of the connection
 * @param payloads decodes the payloads of rows
 */
record BrokerOutlet(EventPublisher publisher, String system, String connection, StoredPayloads payloads)
        implements Outlet {

    /** Decoded payloads are published in smaller batches, because the relay bounds its memory by the bytes of rows. */
    private static final long MOST_DECODED = 1L << 20;

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
        if (events.stream().noneMatch(event -> StoredPayloads.isEncoded(event.event()))) {
            new BrokerCall(publisher, outcomes, Map.of()).publish(events);
            return;
        }
        Map<QueuedEvent, RecordedEvent> decoded = new LinkedHashMap<>();
        Set<OrderKey> held = new HashSet<>(); // what wants() answers may change at any time
        long bytes = 0;
        for (QueuedEvent event : events) {
            if (bytes >= MOST_DECODED) {
                if (!published(decoded, outcomes)) {
                    return;
                }
                decoded = new LinkedHashMap<>();
                bytes = 0;
            }
            if (!held.contains(event.orderKey()) && outcomes.wants(event)) {
                try {
                    RecordedEvent plain = payloads.decode(event.event());
                    bytes += plain.payload().length;
                    decoded.put(event, plain);
                    continue;
                } catch (OncewardException e) {
                    outcomes.refused(event, Refusal.undecoded(e));
                }
            }
            if (event.orderKey() != null) {
                held.add(event.orderKey());
            }
        }
        published(decoded, outcomes);
    }

    /** Publishes events in one call; returns whether something was heard of each, so that later ones of their keys may follow. */
    private boolean published(Map<QueuedEvent, RecordedEvent> decoded, Outcomes outcomes) throws Exception {
        List<QueuedEvent> events = List.copyOf(decoded.keySet());
        if (!events.isEmpty()) {
            new BrokerCall(publisher, outcomes, decoded).publish(events);
        }
        return events.stream().noneMatch(outcomes::wants);
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
