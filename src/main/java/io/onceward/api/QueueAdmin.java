// SPDX-License-Identifier: Apache-2.0
package io.onceward.api;

import java.util.List;
import java.util.Optional;

/**
 * The administration of the queues of one side: {@link OutboxAdmin} for the outbox, {@link InboxAdmin} for the stored inbox. A
 * <em>queue</em> holds the events of one channel in the outbox, or the messages for one handler in the inbox. It exists in each
 * datasource of the application.
 *
 * <p><b>Access.</b> The methods check no permission. The application must let only its operators call them. Each change is
 * logged with the operator, the filter and the number of events.
 *
 * <p><b>Transactions.</b> Each call runs in transactions of its own and ignores the caller's transaction. Don't call a change
 * from a handler: the change would wait for the handler's own message. If a call fails, the transactions that it has committed
 * stay.
 *
 * <p><b>Scope.</b> The administration sees all rows of the tables, including those of other applications that use the same
 * tables.
 *
 * <p>Thread-safe. No method returns {@code null}. All methods throw {@link NotReadyException} until Onceward has started, and
 * {@link OncewardException} {@code OWD-0051} if the database fails. Applications don't implement this interface, and later
 * versions add methods to it.
 *
 * @since 0.1
 */
public interface QueueAdmin {

    /** The maximum number of events in one page. */
    int MAX_PAGE = 1000;

    /**
     * Returns the backlog figures of each queue that this application knows, that is paused or that has rows, sorted by
     * datasource and queue. The figures are at most {@code onceward.admin.refresh} old, and younger than the last change by
     * this node.
     */
    List<Backlog> backlog();

    /**
     * Finds events, in the order of their positions in each datasource. A call looks at a bounded number of rows. A page may
     * therefore have fewer events than the limit, or none, although further pages follow.
     *
     * @param filter the conditions; not {@code null}
     * @param cursor {@link EventPage#next()} of the previous page; {@code null} for the first page
     * @param limit the maximum number of events in the page, from 1 to {@value #MAX_PAGE}
     * @throws NullPointerException if the filter is {@code null}
     * @throws InvalidCallException {@code OWD-0160} if the limit is out of range, {@code OWD-0161} if the cursor does not come
     *     from a previous page
     */
    EventPage find(EventFilter filter, String cursor, int limit);

    /**
     * Groups the parked and retrying events that a filter accepts by queue and common cause. The search goes through the queues of
     * {@link #backlog()} that have such events, at most twenty. It takes at most twenty thousand events, in the order of their positions,
     * and at least a thousand of each queue. At most a hundred groups are returned.
     *
     * <p>To requeue or discard a group, pass {@link FailureGroup#filter()}. Errors are compared while rows are read: an event that was
     * requeued and parked again since with another cause is left alone, and one that was parked since with the same cause is changed.
     *
     * @param filter the conditions; not {@code null}
     * @throws NullPointerException if the filter is {@code null}
     */
    FailureGroups failures(EventFilter filter);

    /**
     * Returns one event with its headers and the size of its payload. Does not read the payload.
     *
     * @param datasource as in {@link EventSummary#datasource()}; not {@code null}
     * @param position as in {@link EventSummary#position()}
     * @return empty if there is no such event, for example because it was published meanwhile
     * @throws NullPointerException if the datasource is {@code null}
     */
    Optional<EventDetails> show(String datasource, long position);

    /**
     * Returns the encoded payload of one event. Show it only to users who may see it: a payload that is compressed or encrypted in its
     * row is decoded; if this node can't decode it, the result is the bytes of the row.
     *
     * @param datasource as in {@link EventSummary#datasource()}; not {@code null}
     * @param position as in {@link EventSummary#position()}
     * @return a new array; empty if there is no such event, for example because it was published meanwhile
     * @throws NullPointerException if the datasource is {@code null}
     */
    Optional<byte[]> payload(String datasource, long position);

    /**
     * Returns whether the payload of one event can be {@linkplain #requeueEdited edited}: the event is parked, is not the original of an
     * edited one, and this node can decode its payload.
     *
     * @param datasource as in {@link EventSummary#datasource()}; not {@code null}
     * @param position as in {@link EventSummary#position()}
     * @return {@code false} also if there is no such event
     * @throws NullPointerException if the datasource is {@code null}
     */
    boolean isEditable(String datasource, long position);

    /**
     * Requeues the parked events that a filter accepts: they become pending again, keep their position, and have no failed
     * attempts. The blocked events of a key follow unless another event of the key is still parked or retrying.
     *
     * <p>Originals of {@linkplain #requeueEdited edited} events are left alone.
     *
     * <p>{@link EventFilter#all()} requeues <em>every</em> parked event of <em>every</em> queue in all datasources of this
     * application, including those of other applications that use the same tables. A filter for states other than parked
     * requeues nothing. The number of events has no limit.
     *
     * <p>The call goes through the datasources in the order of {@link #backlog()} and through each in the order of positions.
     * It changes up to 1000 events in one transaction. Each transaction waits for the batches that all nodes have under way,
     * and new batches wait for it. An event that another operator requeues or discards meanwhile is not counted twice. One
     * line of the log ({@code OWD-1041}) names the operator, the filter, the number of events and the first 20 ids; nothing is
     * logged if no event was changed.
     *
     * @param filter the conditions; not {@code null}
     * @param by the name of the operator, for the log; not {@code null}; control characters are replaced, and more than 255
     *     characters are cut
     * @return the number of requeued events
     * @throws NullPointerException if the filter or the name is {@code null}
     * @throws OncewardException {@code OWD-0051} if the database failed; the transactions that had committed stay, and are
     *     logged
     */
    int requeue(EventFilter filter, String by);

    /**
     * Requeues one parked event with an edited payload. The edited event takes the position, the id, the key and the headers of the
     * original, and has no failed attempts. If the payload was compressed or encrypted in its row, the new one is, too. The original stays as
     * a parked event without a key, with its payload and the same id. It can be discarded, but not requeued. The headers {@code
     * onceward_edit} of the edited event and {@code onceward_original_of} of the original have the id of the edit.
     *
     * <p>One line of the log ({@code OWD-1235}) names the operator, the event and the edit, and never a payload.
     *
     * @param datasource as in {@link EventSummary#datasource()}; not {@code null}
     * @param position as in {@link EventSummary#position()}
     * @param seen the payload that the operator has edited, as {@link #payload} has returned it; not {@code null}
     * @param payload the new payload, in the same format; copied; not {@code null}
     * @param by the name of the operator, for the log; not {@code null}; control characters are replaced, and more than 255
     *     characters are cut
     * @return the id of the edit
     * @throws NullPointerException if an argument is {@code null}
     * @throws InvalidCallException {@code OWD-0164} if there is no such event, it is not parked, its row is malformed, or it no longer has
     *     the payload that was seen; {@code OWD-0165} if the new payload is empty, too large, or not JSON although the original is;
     *     {@code OWD-1236} if no node can decode the payload
     * @throws OncewardException {@code OWD-1223} or {@code OWD-1224} if this node can't encode or decode the payload; {@code OWD-0051} if the
     *     database failed
     */
    String requeueEdited(String datasource, long position, byte[] seen, byte[] payload, String by);

    /**
     * Deletes the parked events that a filter accepts, forever. The blocked events of a key become pending unless another
     * event of the key is still parked or retrying.
     *
     * <p>{@link EventFilter#all()} deletes <em>every</em> parked event of <em>every</em> queue in all datasources of this
     * application, including those of other applications that use the same tables. A filter for states other than parked
     * deletes nothing. Limits, order, transactions and logging ({@code OWD-1042}) are those of {@link #requeue}.
     *
     * @param filter the conditions; not {@code null}
     * @param by the name of the operator, for the log; not {@code null}; control characters are replaced, and more than 255
     *     characters are cut
     * @return the number of deleted events
     * @throws NullPointerException if the filter or the name is {@code null}
     * @throws OncewardException {@code OWD-0051} if the database failed; the transactions that had committed stay, and are
     *     logged
     */
    int discard(EventFilter filter, String by);

    /**
     * Deletes the pending, delayed, retrying and blocked events of one queue that a filter accepts, forever. Parked events
     * stay. An event that is recorded during the call may stay.
     *
     * <p>The filter must name a queue, so {@link EventFilter#all()} alone is refused. {@code EventFilter.all().withQueue(name)}
     * deletes every event of that queue in all datasources of this application, except parked ones. Limits, order,
     * transactions and logging ({@code OWD-1070}) are those of {@link #requeue}.
     *
     * @param filter the conditions, with a queue; not {@code null}
     * @param by the name of the operator, for the log; not {@code null}; control characters are replaced, and more than 255
     *     characters are cut
     * @return the number of deleted events
     * @throws NullPointerException if the filter or the name is {@code null}
     * @throws InvalidCallException {@code OWD-0162} if the filter names no queue
     * @throws OncewardException {@code OWD-0051} if the database failed; the transactions that had committed stay, and are
     *     logged
     */
    int purge(EventFilter filter, String by);

    /**
     * Pauses a queue on all nodes. Each node stops to publish the channel, or to call the handler, after at most {@code
     * onceward.relay.polling-interval} and the batch that is under way. Events are still recorded, and messages still received;
     * they keep their order. A pause outlasts restarts. It is logged ({@code OWD-1071}).
     *
     * @param queue the name of the channel or handler, at most 255 characters; not {@code null}. The application declares it,
     *     or it has events, lanes, a retry policy or a pause; so a declared queue can be paused before its first event
     * @param by the name of the operator, for the log and {@link #paused()}; not {@code null}; control characters are
     *     replaced, and more than 255 characters are cut
     * @return {@code false} if the queue was already paused
     * @throws NullPointerException if the queue or the name is {@code null}
     * @throws InvalidCallException {@code OWD-0163} if no channel or handler can have this name,
     *     {@code OWD-0220} if there is no channel or handler of this name
     */
    boolean pause(String queue, String by);

    /**
     * Resumes a paused queue on all nodes, after at most {@code onceward.relay.polling-interval}. It is logged ({@code
     * OWD-1072}).
     *
     * @param queue the name of the channel or handler; not {@code null}
     * @param by the name of the operator, for the log; not {@code null}; control characters are replaced, and more than 255
     *     characters are cut
     * @return {@code false} if the queue was not paused
     * @throws NullPointerException if the queue or the name is {@code null}
     * @throws InvalidCallException {@code OWD-0163} if no channel or handler can have this name
     */
    boolean resume(String queue, String by);

    /** Returns the paused queues, sorted by name. */
    List<Pause> paused();
}
