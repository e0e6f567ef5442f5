// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.queue.RecordedEvent;
import io.onceward.queue.outage.Resource;
import io.onceward.queue.store.QueuedEvent;
import java.util.List;

/**
 * The outlet of destinations whose adapter this application lacks: it can't be reached, so their events stay pending for a node
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
    public boolean supportsBatches() {
        return true;
    }

    @Override
    public boolean hasDestinationBreakers() {
        return false;
    }

    @Override
    public void publish(List<QueuedEvent> events) {
        RecordedEvent first = events.get(0).event();
        throw RelayErrors.noPublisher(first.destination(), first.channel());
    }

    @Override
    public boolean publishAlone(QueuedEvent event) {
        publish(List.of(event));
        return false;
    }

    @Override
    public void reach() throws MissingException {
        throw new MissingException();
    }

    /** The adapter is missing. The failure of the events says so to operators. */
    static final class MissingException extends Exception {

        private static final long serialVersionUID = 1L;
    }
}
