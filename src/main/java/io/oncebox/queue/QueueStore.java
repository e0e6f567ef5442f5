// SPDX-License-Identifier: Apache-2.0
package io.oncebox.queue;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * The port for a relay: the queues that it serves on one datasource, either the channels of the outbox or one handler of the
 * stored inbox. A call takes part in the transaction of the calling thread. Changes of events happen under the locks of their
 * lanes, which end with the transaction. Implementations are thread-safe.
 */
public interface QueueStore {

    /** Returns whether there may be an event to publish now. Locks nothing. */
    boolean hasWork();

    /**
     * Locks the lanes that no other relay has locked and whose number modulo {@code shares} is {@code share}, and reads the
     * pending events in them, in the order of their positions. It must be the first call in a transaction: then it reads what
     * the last holder of these lanes has committed.
     *
     * @param share from 0 to {@code shares} - 1
     * @param shares the number of shares; 1 for all lanes
     * @param limit the most events to read
     * @param except the events to leave out
     */
    TakenLanes take(int share, int shares, int limit, Exclusions except);

    /** Returns the delayed and retrying events whose time has come, in the order of their positions. */
    Batch due(LockedLanes lanes, int limit, Exclusions except);

    /** Returns the keys of retrying events. */
    Set<OrderKey> retryingKeys(LockedLanes lanes);

    /** Returns the keys of retrying events and of parked events. */
    Set<OrderKey> retryingOrParkedKeys(LockedLanes lanes);

    /**
     * Blocks events behind an earlier one of their key. Messages that their handler has already processed are deleted instead:
     * their claims may have expired when they are unblocked.
     */
    void block(List<QueuedEvent> events);

    /** Makes blocked events pending, except those of the keys that are still blocked. */
    void unblock(LockedLanes lanes, Set<OrderKey> stillBlocked);

    /**
     * Counts the attempt of an event, and schedules its next one by the database's clock.
     *
     * @return whether it did, as with {@link #park}
     */
    boolean retryLater(LockedLanes lanes, QueuedEvent event, Duration delay, String error);

    /**
     * Counts the attempt of an event, and parks it until an operator requeues or discards it.
     *
     * @return whether it did; {@code false} if the lane of the event is not among these and another relay has locked it, or if the
     *     row has changed since it was read
     */
    boolean park(LockedLanes lanes, QueuedEvent event, String error);

    /**
     * Parks malformed rows that no cycle reads: another writer left them with an unknown state, or without the time that they
     * wait for. Rows in lanes that another relay has locked are left for the next call. Called in its own transaction.
     *
     * @param limit the most rows to park
     */
    List<MalformedRow> parkMalformedRows(int limit);

    /**
     * A malformed row that was parked.
     *
     * @param seq the position of the row
     * @param id the id in the row
     * @param channel the channel in the row
     * @param key the key in the row; {@code null} if it has none
     * @param destination the destination in the row
     * @param defect what is wrong with the row
     */
    record MalformedRow(long seq, String id, String channel, String key, String destination, String defect) {}

    /** Deletes published events, or moves them to the archive if there is one. */
    void remove(List<QueuedEvent> events);
}
