// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.store;

import java.util.List;

/**
 * The events that one query has read.
 *
 * @param events in the order of their positions
 * @param more whether the query may have left events
 */
public record Batch(List<QueuedEvent> events, boolean more) {

    /** No events. */
    public static final Batch EMPTY = new Batch(List.of(), false);
}
