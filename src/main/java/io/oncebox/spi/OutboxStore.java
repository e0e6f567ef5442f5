// SPDX-License-Identifier: Apache-2.0
package io.oncebox.spi;

import java.util.List;

/**
 * The outbox table of one datasource. Every call takes part in the transaction of the calling thread, except where it
 * says otherwise. Implementations are thread-safe.
 *
 * @since 0.1
 */
public interface OutboxStore {

    /** How many lanes the lane table has, read when the store was opened. */
    int lanes();

    /** Writes the events, in this order, as one batch. */
    void write(List<OutboxEvent> events);

    /**
     * Locks the lanes that no other relay holds and returns their due events in the order of {@code seq}, at most
     * {@code limit}. The locks end with the transaction. Without due events nothing is locked.
     */
    List<QueuedEvent> takeDue(int limit);

    /** Deletes published events in one statement. */
    void delete(List<QueuedEvent> events);

    /** Writes a probe: a row that no relay touches, through the very statement that writes events. */
    void writeProbe(String id);

    /** Whether a probe is in the table; called without a transaction. */
    boolean hasProbe(String id);

    /** Removes a probe, and those that a crash left behind; called without a transaction. */
    void removeProbe(String id);
}
