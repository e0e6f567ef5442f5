// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.queue.RecordedEvent;
import io.onceward.queue.outage.Resource;
import io.onceward.queue.store.QueuedEvent;
import java.util.List;

/**
 * The outlet of destinations whose adapter this application lacks: it is unavailable, so their events stay pending for a node
 * that has the adapter.
 *
 * @param scheme the scheme of the destinations
 */
record MissingAdapter(String scheme) implements Outlet {

    @Override
    public Resource resource() {
        return Resource.missingAdapter(scheme);
    }

    @Override
    public boolean takesBatches() {
        return true;
    }

    @Override
    public boolean hasDestinationBreakers() {
        return false;
    }

    @Override
    public void publish(List<QueuedEvent> events, Outcomes outcomes) {
        RecordedEvent first = events.get(0).event();
        outcomes.unavailable(RelayErrors.noPublisher(first.destination(), first.channel()));
    }
}
