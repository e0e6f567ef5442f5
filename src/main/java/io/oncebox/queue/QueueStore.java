// SPDX-License-Identifier: Apache-2.0
package io.oncebox.queue;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * The outbox table of one datasource, as the relay sees it. Every call takes part in the transaction of the calling thread;
 * what concerns events is done under the locks of their lanes, which end with the transaction. Implementations are
 * thread-safe.
 *
 * @since 0.1
 */
public interface QueueStore {

    /** Whether there may be something to publish. Locks nothing. */
    boolean hasWork();

    /**
     * Locks lanes that no other relay holds, those whose number modulo {@code shares} is {@code share}, and reads the events
     * in them that were recorded for now and were not tried yet, in the order of their positions. It must be the first call
     * in a transaction, so that what is read is what the last holder of these lanes left.
     */
    TakenLanes take(int share, int shares, int limit, Exclusions except);

    /** The events whose time has come: delayed ones, and those to be tried again. */
    Batch due(LockedLanes lanes, int limit, Exclusions except);

    /**
     * The keys of which an event was refused, so that later ones wait.
     *
     * @param parked whether those of parked events are among them
     */
    Set<OrderKey> blockedKeys(LockedLanes lanes, boolean parked);

    /**
     * Puts pending events behind an earlier one of their key. Those that their handler has processed are removed instead: when
     * they may go on, nobody might remember.
     */
    void block(List<QueuedEvent> events);

    /** Makes the events pending that wait behind an earlier one of their key, unless the key is still blocked. */
    void unblock(LockedLanes lanes, Set<OrderKey> stillBlocked);

    /**
     * Has an event tried again after a while by the database's clock, and counts the attempt.
     *
     * @return whether it did, as with {@link #park}
     */
    boolean retryLater(LockedLanes lanes, QueuedEvent event, Duration delay, String error);

    /**
     * Parks an event, and counts the attempt: it stays in the table until somebody decides.
     *
     * @return whether it did; {@code false} if its lane is none of these and locked by another relay now, or the event is not
     *     there any more as it was read
     */
    boolean park(LockedLanes lanes, QueuedEvent event, String error);

    /**
     * Parks rows that nobody would ever look at, because somebody else wrote them: with a state that does not exist, or
     * without the time that they wait for. Those whose lanes another relay has locked are left for the next time. Called in a
     * transaction of its own.
     *
     * @param limit most rows
     */
    List<MalformedRow> parkMalformedRows(int limit);

    /**
     * A row that nobody would ever have looked at.
     *
     * @param seq its position
     * @param id of its event
     * @param channel of its event
     * @param defect what is wrong with it
     * @since 0.1
     */
    record MalformedRow(long seq, String id, String channel, String defect) {}

    /** Removes published events, or moves them to the archive if there is one. */
    void remove(List<QueuedEvent> events);
}
