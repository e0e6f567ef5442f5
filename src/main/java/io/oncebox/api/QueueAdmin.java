// SPDX-License-Identifier: Apache-2.0
package io.oncebox.api;

import java.util.List;
import java.util.Optional;

/**
 * What {@link OutboxAdmin} and {@link InboxAdmin} have in common. A <em>queue</em> is what an event waits in: a channel in the
 * outbox, a handler in the stored inbox. It is over all datasources of the application.
 *
 * <p>Nothing is restricted here: let only those call it who may. Every change is logged with who made it, what, and how many
 * rows it concerned. Each call has transactions of its own, whatever the caller's; so don't call it from a handler, whose own
 * message a change would wait for. Thread-safe. No method returns {@code null}.
 *
 * @since 0.1
 */
public interface QueueAdmin {

    /** Most events in one page. */
    int MAX_PAGE = 1000;

    /**
     * How much waits, for each queue that this application knows or that has rows, by datasource and queue. Figures are at
     * most {@code oncebox.admin.refresh} old, and younger than the last change that was made here on this node.
     *
     * @throws OnceboxException if a database can't be read
     */
    List<Backlog> backlog();

    /**
     * Finds events, those of one datasource in the order of their positions. A call looks at a bounded number of rows, so a
     * page may have fewer events than the limit, or none, and still be followed by others.
     *
     * @param cursor {@link EventPage#next()} of the page before; {@code null} for the first one
     * @param limit most events, from 1 to {@value #MAX_PAGE}
     * @throws OnceboxException {@code OBX-0160} for a limit, {@code OBX-0161} for a cursor that is none; if a database can't
     *     be read
     */
    EventPage find(EventFilter filter, String cursor, int limit);

    /**
     * One event with its headers and payload; empty if it isn't there any more, or never was.
     *
     * @param datasource as in {@link EventSummary#datasource()}
     * @param position as in {@link EventSummary#position()}
     * @throws OnceboxException if the database can't be read
     */
    Optional<EventDetails> show(String datasource, long position);

    /**
     * Has parked events published, or handled, again: they are pending, at their old position, with no attempts. Events of
     * their keys that waited for them follow. Waits for the batches that are under way on all nodes. What is not parked any
     * more is left alone and not counted.
     *
     * @param by who decided so, for the log
     * @return how many
     * @throws OnceboxException if a database refused; up to a thousand at a time, those before it are done
     */
    int requeue(EventFilter filter, String by);

    /**
     * Deletes parked events for good. Events of their keys that waited for them go on. Otherwise as {@link #requeue}.
     *
     * @param by who decided so, for the log
     * @return how many
     * @throws OnceboxException if a database refused; up to a thousand at a time, those before it are done
     */
    int discard(EventFilter filter, String by);

    /**
     * Deletes events that wait, whether pending, delayed, retrying or blocked, for good; parked ones stay. Otherwise as
     * {@link #discard}. What is recorded meanwhile may stay.
     *
     * @param filter must name a queue
     * @param by who decided so, for the log
     * @return how many
     * @throws OnceboxException {@code OBX-0162} if the filter names no queue; if a database refused; up to a thousand at a
     *     time, those before it are done
     */
    int purge(EventFilter filter, String by);

    /**
     * Has no node publish the channel, or call the handler, until it is resumed: after {@code oncebox.relay.polling-interval}
     * and the batch that is under way. Events are still recorded, and messages still received and stored; they keep their
     * order. It outlasts restarts.
     *
     * @param queue may be one that there is not, or not yet
     * @param by who decided so, for the log
     * @return {@code false}: it was paused already
     * @throws OnceboxException {@code OBX-0163} for a name that can be none; if a database refused
     */
    boolean pause(String queue, String by);

    /**
     * Undoes {@link #pause}: on all nodes within {@code oncebox.relay.polling-interval}.
     *
     * @param by who decided so, for the log
     * @return {@code false}: it was not paused
     * @throws OnceboxException {@code OBX-0163} for a name that can be none; if a database refused
     */
    boolean resume(String queue, String by);

    /**
     * The queues that are paused, by name.
     *
     * @throws OnceboxException if a database can't be read
     */
    List<Pause> paused();
}
