// SPDX-License-Identifier: Apache-2.0
package io.oncebox.queue;

import java.util.List;

/**
 * Events that were read from the outbox table.
 *
 * @param events in the order of their positions
 * @param more whether there may be more of them than were read at once
 * @since 0.1
 */
public record Batch(List<QueuedEvent> events, boolean more) {

    /** Nothing. */
    public static final Batch EMPTY = new Batch(List.of(), false);

    /** Those in these lanes. */
    public Batch in(LockedLanes lanes) {
        return lanes.all()
                ? this
                : new Batch(
                        events.stream()
                                .filter(event -> lanes.numbers().contains(lanes.of(event.event())))
                                .toList(),
                        more);
    }
}
