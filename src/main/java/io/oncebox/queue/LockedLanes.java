// SPDX-License-Identifier: Apache-2.0
package io.oncebox.queue;

import io.oncebox.spi.OutboxEvent;
import java.util.List;

/**
 * Lanes that are locked by the calling transaction.
 *
 * @param numbers which
 * @param total how many lanes there are, locked or not
 * @param held those of {@code numbers} in which events may be held back by an earlier one of their key
 * @since 0.1
 */
public record LockedLanes(List<Integer> numbers, int total, List<Integer> held) {

    /** Whether there is none. */
    public boolean isEmpty() {
        return numbers.isEmpty();
    }

    /** Whether these are all that there are. */
    public boolean all() {
        return numbers.size() == total;
    }

    /** The lane of an event. */
    public int of(OutboxEvent event) {
        return event.slot() % total;
    }
}
