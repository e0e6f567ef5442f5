// SPDX-License-Identifier: Apache-2.0
package io.onceward.outbox;

import io.onceward.queue.RecordedEvent;
import io.onceward.queue.store.AppendStore;
import io.onceward.queue.store.FreshEvent;
import java.util.List;

/** The relays of this node, as far as recording needs them. Thread-safe, and waits for nothing. */
public interface CommitListener {

    /**
     * Returns what a relay says before an event is recorded that is the only one of its transaction and store: {@link
     * FreshEvent#NO_TICKET} if it is going to read the event.
     */
    default long ticket(AppendStore store, RecordedEvent event) {
        return FreshEvent.NO_TICKET;
    }

    /**
     * Called after the commit, once for each store.
     *
     * @param fresh what a relay may publish without reading it; {@code null} if it has to read the events
     */
    void committed(AppendStore store, List<RecordedEvent> events, FreshEvent fresh);
}
