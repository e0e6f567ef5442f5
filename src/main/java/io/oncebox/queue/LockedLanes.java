// SPDX-License-Identifier: Apache-2.0
package io.oncebox.queue;

import io.oncebox.spi.OutboxEvent;
import java.util.List;

/**
 * The lanes that the calling transaction has locked.
 *
 * @param numbers the numbers of the locked lanes
 * @param total the number of all lanes, locked or not
 * @param held those of {@code numbers} in which events may be blocked behind an earlier one of their key
 */
public record LockedLanes(List<Integer> numbers, int total, List<Integer> held) {

    /** Returns whether no lane is locked. */
    public boolean isEmpty() {
        return numbers.isEmpty();
    }

    /** Returns whether every lane is locked. */
    public boolean all() {
        return numbers.size() == total;
    }

    /** Returns the lane of an event. */
    public int of(OutboxEvent event) {
        return event.slot() % total;
    }
}
