// SPDX-License-Identifier: Apache-2.0
package io.oncebox.queue;

import io.oncebox.api.Backlog;
import io.oncebox.api.EventDetails;
import io.oncebox.api.EventFilter;
import io.oncebox.api.EventSummary;
import io.oncebox.api.Pause;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The queue of one datasource, the outbox or the stored inbox, as those see it who operate the application. Calls take part
 * in the transaction of the calling thread; changes wait for the passes of all relays, and hold up others until the
 * transaction ends. A call looks at a bounded number of rows. Implementations are thread-safe.
 *
 * @since 0.1
 */
public interface AdminStore {

    /**
     * Events that a filter takes, in the order of their positions.
     *
     * @param events those that were found
     * @param last the position up to which the queue was looked at
     * @param more whether it goes on behind that
     * @since 0.1
     */
    record Found(List<EventSummary> events, long last, boolean more) {}

    /** The name of the datasource. */
    String datasource();

    /** Finds events behind a position. */
    Found find(EventFilter filter, long after, int limit);

    /** The event at a position. */
    Optional<EventDetails> show(long position);

    /** Makes parked events behind a position pending again, at their old position and with no attempts; says which. */
    Found requeue(EventFilter filter, long after, int limit);

    /** Deletes parked events behind a position; says which. Later events of their keys go on. */
    Found discard(EventFilter filter, long after, int limit);

    /** Deletes events behind a position that wait and are not parked; says which. Later events of their keys go on. */
    Found purge(EventFilter filter, long after, int limit);

    /**
     * Returns the backlog figures of each queue that is known, is paused or has rows, by name.
     *
     * @param known queues that exist although they may have no rows
     */
    List<Backlog> backlog(Collection<String> known);

    /** Has all relays leave a queue alone; {@code false} if they do so already. */
    boolean pause(String queue, String by);

    /** Undoes {@link #pause}; {@code false} if there was nothing to undo. */
    boolean resume(String queue);

    /** What is paused. */
    List<Pause> paused();
}
