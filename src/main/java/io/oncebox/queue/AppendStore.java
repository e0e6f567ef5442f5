// SPDX-License-Identifier: Apache-2.0
package io.oncebox.queue;

import io.oncebox.spi.OutboxEvent;
import java.util.List;

/**
 * The outbox table of one datasource, as recording sees it. Every call takes part in the transaction of the calling
 * thread, except where it says otherwise. Implementations are thread-safe.
 *
 * @since 0.1
 */
public interface AppendStore {

    /** Writes the events, in this order, as one batch. */
    void write(List<OutboxEvent> events);

    /** Writes a probe: a row that no relay touches, through the very statement that writes events. */
    void writeProbe(String id);

    /** Whether a probe is in the table; called without a transaction. */
    boolean hasProbe(String id);

    /** Removes a probe, and those that a crash left behind; called without a transaction. */
    void removeProbe(String id);

    /**
     * Counts the events that wait to be published, up to a limit. Parked events and those whose time has not come do not
     * count. Called without a transaction.
     */
    int countWaiting(int limit);
}
