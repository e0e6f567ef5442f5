// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.store;

import java.util.Set;

/**
 * An event that a transaction of this node has recorded, with what shows whether the relay may publish it without reading it (step 9 of
 * {@code docs/model/leases.md}). Immutable.
 */
public final class FreshEvent {

    /** The ticket of an event that the relay has to read. */
    public static final long NO_TICKET = -1;

    /** The event; {@code null} if the sentinel of its transaction is gone, and nothing was recorded. */
    public final QueuedEvent event;

    /** The positions of the other events of its key that the statement which recorded it has seen. */
    public final Set<Long> seen;

    /** What the relay has said before that statement; {@link #NO_TICKET} if it has to read the event. */
    public final long ticket;

    public FreshEvent(QueuedEvent event, Set<Long> seen, long ticket) {
        this.event = event;
        this.seen = seen;
        this.ticket = ticket;
    }
}
