// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.store;

import io.onceward.queue.Side;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * The port for the relay of one queue: a channel of the outbox, or a handler of the stored inbox. A call takes part in the
 * transaction of the calling thread, which is short: no call waits for a broker, a handler or another node's work.
 * Implementations are thread-safe.
 */
public interface QueueStore {

    /** Returns the name of the queue: of the channel, or of the handler. */
    String name();

    /** Returns the side of the queue. */
    Side side();

    /** Returns whether a read can leave out thousands of positions at little cost. */
    boolean leavesOutMany();

    /** Returns whether there may be an event to publish now. Locks nothing. */
    boolean hasWork();

    /**
     * Takes lanes that no node owns, or whose owner has no lease, and changes their versions. Skips the lanes that another
     * transaction has locked. Must be the only call in its transaction: an event that is read in the same transaction may
     * already be gone.
     *
     * @param owner the identity of this node
     * @param wanted the slots whose lanes are wanted; empty for all lanes
     * @param limit the most lanes
     * @return whether it took any
     */
    boolean take(String owner, Set<Integer> wanted, int limit);

    /** Gives up lanes, if this node still owns them and no other transaction has locked them. */
    void release(String owner, Collection<Integer> lanes);

    /** Returns the lanes that a node owns. */
    Lanes lanes(String owner);

    /**
     * Begins a transaction in which the following methods are called: each of their statements then sees what others have
     * committed by then, whatever the isolation level.
     */
    void begin();

    /**
     * Reads the events in lanes, and after them the lanes and the keys that block.
     *
     * @param lanes the lanes that the node owns
     * @param range the pending events to read; its limit applies to due events, too
     * @param withDue whether to read delayed and retrying events whose time has come
     * @param except the events that are left out
     * @param blockKey whether parked events block their keys
     */
    QueueReading read(Lanes lanes, ReadRange range, boolean withDue, LeftOut except, boolean blockKey);

    /** Returns whether a crash of the database may undo transactions whose events were read. */
    boolean mayLoseReads();

    /** Writes something, so that the commit makes durable what the database had committed before. */
    void makeDurable();

    /**
     * Locks the rows of lanes until the transaction ends, and compares them. Skips those that another transaction has locked.
     *
     * @return those of the lanes that are the same as before: only their events may be changed
     */
    Set<Integer> lock(Lanes before, Set<Integer> lanes);

    /**
     * Locks the rows of events until the transaction ends.
     *
     * @return the positions of those that are there and that another transaction has locked: they must not be changed
     */
    Set<Long> locked(List<QueuedEvent> events);

    /**
     * Blocks events behind an earlier one of their key, in lanes that {@link #lock} has returned. Messages that their handler
     * has already processed are deleted instead: their claims may have expired when they are unblocked.
     */
    void block(List<QueuedEvent> events);

    /**
     * Makes the blocked events pending that no earlier event of their key blocks any longer, in lanes that {@link #lock} has
     * returned. A lane without blocked, retrying or parked events is no longer held.
     *
     * @param lanes the lanes
     * @param total the number of all lanes of the queue
     * @param ended the events whose later ones of their keys may be free now
     * @param blockKey whether parked events block their keys
     * @return whether there may be more of these events, because they were too many for one call
     */
    boolean unblock(Set<Integer> lanes, int total, Collection<QueuedEvent> ended, boolean blockKey);

    /**
     * Does the same for the blocked events of any key, a limited number at a call. They have no earlier event if the node that
     * published it has died, or if an operator or another policy ended its block.
     *
     * @param after the position behind which it searches; {@link Unblocked#COMPLETE} for all positions
     */
    Unblocked unblock(Set<Integer> lanes, int total, long after, boolean blockKey);

    /**
     * The result of a search for blocked events that are free.
     *
     * @param more whether keys of the found events may have more free events, because they were too many for one call
     * @param last the position behind which the next search begins; {@link #COMPLETE} if there is no further event
     */
    record Unblocked(boolean more, long last) {

        /** The position before any other one. */
        public static final long COMPLETE = Long.MIN_VALUE;
    }

    /**
     * Counts the attempt of an event in a lane that {@link #lock} has returned, and schedules its next one by the database's
     * clock.
     *
     * @return whether it did; {@code false} if the row has changed since it was read
     */
    boolean retryLater(QueuedEvent event, int lane, Duration delay, String error);

    /**
     * Schedules the next attempt of an event as {@link #retryLater} does, and does not count the last one.
     *
     * @return whether it did; {@code false} if the row has changed since it was read
     */
    boolean retryUncounted(QueuedEvent event, int lane, Duration delay, String error);

    /**
     * Counts the attempt of an event in a lane that {@link #lock} has returned, and parks it until an operator requeues or
     * discards it.
     *
     * @return whether it did; {@code false} if the row has changed since it was read
     */
    boolean park(QueuedEvent event, int lane, String error);

    /**
     * Parks malformed rows that no relay reads: another writer left them with an unknown state, or without the time that they
     * wait for. Rows in lanes that another transaction has locked are left for the next call. The versions of the lanes change.
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

    /**
     * Names the sessions that have locked the row of an event or its lane, or tables of the queue, as far as the database tells it.
     * Call it without a transaction.
     *
     * @param seq the position of the event; 0 for a lock of a table
     */
    String lockHolders(long seq);

    /**
     * Deletes published events, or moves them to the archive if there is one. Needs no lane: it deletes only rows that have
     * position, state and id of the event. Skips rows that another transaction has locked.
     *
     * @return how many rows it removed
     */
    int remove(List<QueuedEvent> events);
}
