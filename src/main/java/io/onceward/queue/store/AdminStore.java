// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.store;

import io.onceward.api.Backlog;
import io.onceward.api.EventDetails;
import io.onceward.api.EventFilter;
import io.onceward.api.EventSummary;
import io.onceward.api.Pause;
import io.onceward.queue.RecordedEvent;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The port for operators: it shows and changes the queues of one datasource, either of its outbox or of its stored inbox. A call
 * takes part in the transaction of the calling thread, and reads a bounded number of rows. A change locks the lanes: it waits
 * for the current cycles of all relays, and they wait for the end of the transaction. Implementations are thread-safe.
 */
public interface AdminStore {

    /**
     * The events that match a filter, in the order of their positions.
     *
     * @param events the matching events
     * @param last the position up to which rows were read
     * @param more whether there may be matching events behind that position
     */
    record Found(List<EventSummary> events, long last, boolean more) {}

    /** Returns the name of the datasource. */
    String datasource();

    /** Finds at most {@code limit} events behind a position. */
    Found find(EventFilter filter, long after, int limit);

    /** Returns the event at a position, without reading its payload. */
    Optional<EventDetails> show(long position);

    /** Returns the payload of the event at a position. */
    Optional<byte[]> payload(long position);

    /** Returns the event at a position as its row has it. Its slot is unknown. */
    default Optional<RecordedEvent> event(long position) {
        return show(position).flatMap(details -> payload(position).map(payload -> {
            EventSummary event = details.summary();
            return new RecordedEvent(
                    event.id(),
                    event.channel(),
                    event.key(),
                    event.type(),
                    payload,
                    details.contentType(),
                    details.headers(),
                    event.destination(),
                    0,
                    null);
        }));
    }

    /** The bytes of payloads after which a page ends. */
    long MOST_BYTES = 8L << 20;

    /**
     * A row for a rehearsal.
     *
     * @param message the message
     * @param shape the fingerprint of its payload; {@code null} if it has none
     */
    record Shaped(RecordedEvent message, Long shape) {}

    /**
     * Returns a message of each of the next shapes that wait in a queue. Leaves {@linkplain KeptOriginal kept originals}.
     *
     * @param after the shape behind which to look; {@code null} for messages without one, in no order: another writer or an earlier version has
     *     stored them, their payloads are encoded, or it is an outbox, which has no others
     * @param limit the most messages; fewer if their payloads have {@link #MOST_BYTES}
     */
    List<Shaped> shaped(String queue, Long after, int limit);

    /** Counts the messages of a shape in a queue of the stored inbox, up to a limit, without {@linkplain KeptOriginal kept originals}. */
    int countShaped(String queue, long shape, int limit);

    /**
     * Makes parked events behind a position pending again, at their old positions and without attempts; returns them. Leaves {@linkplain
     * KeptOriginal kept originals}.
     */
    Found requeue(EventFilter filter, long after, int limit);

    /**
     * Requeues a parked event with other content, at its old position and without attempts, and keeps its original as another parked
     * event.
     *
     * @param position the position of the event
     * @param edited the event with other payload and headers
     * @param kept the original, with the payload that its row must still have
     * @param error the error of the original, which starts with {@link KeptOriginal#START}
     * @return whether it did; {@code false} if the event is gone, is not parked, was changed, is malformed, or is itself such an original
     */
    boolean replace(long position, RecordedEvent edited, RecordedEvent kept, String error);

    /** Deletes parked events behind a position, and unblocks the later events of their keys; returns the deleted events. */
    Found discard(EventFilter filter, long after, int limit);

    /** Deletes events behind a position that are not parked, and unblocks the later events of their keys; returns the deleted events. */
    Found purge(EventFilter filter, long after, int limit);

    /**
     * Returns the backlog figures of each queue that is known, is paused or has rows, by name.
     *
     * @param known queues that exist although they may have no rows
     */
    List<Backlog> backlog(Collection<String> known);

    /** Returns whether a queue has rows, lanes or a retry policy, or is paused. */
    boolean exists(String queue);

    /** Pauses a queue for all relays; fails if it is paused already. */
    void pause(String queue, String by);

    /** Resumes a paused queue; {@code false} if it is not paused. */
    boolean resume(String queue);

    /** Returns the paused queues. */
    List<Pause> paused();
}
