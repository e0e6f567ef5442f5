// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.machine;

import io.onceward.api.EventState;
import io.onceward.queue.store.QueuedEvent;
import java.util.List;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * The outcomes that are not yet written to the table.
 *
 * @param confirmed published events whose rows are to be removed
 * @param removed published events whose rows are removed already
 * @param refused events to retry or to park
 * @param behind events to block
 */
public record Ended(
        List<QueuedEvent> confirmed, List<QueuedEvent> removed, List<Refused> refused, List<QueuedEvent> behind) {

    /** Nothing has ended. */
    static final Ended NOTHING = new Ended(List.of(), List.of(), List.of(), List.of());

    /** Returns how many events have ended. */
    int size() {
        return confirmed.size() + removed.size() + refused.size() + behind.size();
    }

    /** Returns whether only published events have ended, and no blocked event waits for them. */
    boolean isRemovedAlone() {
        return !anyFailed() && unblocking().isEmpty();
    }

    /** Returns whether nothing has to be written. */
    boolean isWritten() {
        return confirmed.isEmpty() && isRemovedAlone();
    }

    /** Returns whether nothing has ended. */
    public boolean isEmpty() {
        return confirmed.isEmpty() && removed.isEmpty() && !anyFailed();
    }

    /** Returns whether an event is to be retried, parked or blocked. */
    public boolean anyFailed() {
        return !refused.isEmpty() || !behind.isEmpty();
    }

    /** Returns the events to retry, to park or to block. */
    public List<QueuedEvent> failed() {
        return Stream.concat(refused.stream().map(Refused::event), behind.stream())
                .toList();
    }

    /** Returns what has ended, without the events of some positions. */
    public Ended without(Set<Long> positions) {
        return positions.isEmpty()
                ? this
                : new Ended(
                        but(positions, confirmed, QueuedEvent::seq),
                        removed,
                        but(positions, refused, one -> one.event().seq()),
                        but(positions, behind, QueuedEvent::seq));
    }

    private static <T> List<T> but(Set<Long> positions, List<T> events, ToLongFunction<T> seq) {
        return events.stream()
                .filter(event -> !positions.contains(seq.applyAsLong(event)))
                .toList();
    }

    /**
     * Returns the events whose later ones of their keys may be free now: a retrying event has ended, or its end came before they
     * were blocked.
     */
    public List<QueuedEvent> unblocking() {
        Stream<QueuedEvent> tried = Stream.of(
                        confirmed.stream(), removed.stream(), refused.stream().map(Refused::event))
                .flatMap(events -> events)
                .filter(event -> event.state() == EventState.RETRYING);
        return Stream.concat(behind.stream(), tried).toList();
    }
}
