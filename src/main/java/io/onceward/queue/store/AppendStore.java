// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.store;

import io.onceward.queue.RecordedEvent;
import java.util.List;
import java.util.Optional;

/**
 * The port for appending rows to the queues of one datasource, either of its outbox or of its stored inbox. A call takes part in
 * the transaction of the calling thread, unless its description says otherwise. Implementations are thread-safe.
 */
public interface AppendStore {

    /**
     * Appends the events in this order, as one batch.
     *
     * @param mark the mark of the transaction's sentinel; {@code null} if it has none
     * @return whether the sentinel stands; without it, nothing was appended. Empty if the statement has not checked that
     */
    Optional<Boolean> write(List<RecordedEvent> events, String mark);

    /** Appends the events in this order, as one batch, in a transaction without a sentinel. */
    default void write(List<RecordedEvent> events) {
        write(events, null);
    }

    /**
     * Appends one event, and looks for the others of its key by the same statement.
     *
     * @param mark the mark of the transaction's sentinel; {@code null} if it has none
     * @param ticket what the relay has said
     * @return what the statement has found; {@code null} if there is no such statement for this event: then nothing was appended
     */
    default FreshEvent append(RecordedEvent event, String mark, long ticket) {
        return null;
    }

    /**
     * Appends a parked event without a key.
     *
     * @return whether it was appended; not if one of the events that were parked last has its id
     */
    boolean park(RecordedEvent event, String error);

    /**
     * Appends a probe, a row that no relay reads, by the statement that appends events. Its transaction must roll back: a tool
     * that reads the log of the database would take a committed probe for an event.
     */
    void writeProbe(String id);

    /** Returns whether a probe is in the table, for the transaction of the calling thread if it has one. */
    boolean hasProbe(String id);

    /** Deletes a probe that has survived, and probes that earlier versions left more than a day ago. Called without a transaction. */
    void removeProbe(String id);

    /**
     * Counts pending, retrying and blocked events up to a limit. Parked and delayed events do not count. Called without a
     * transaction.
     */
    int countWaiting(int limit);
}
