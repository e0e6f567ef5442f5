// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.machine;

import java.time.Duration;

/** When a node looks into its lanes for the events that other nodes commit, and when it gives up idle ones. */
final class SharedLooks {

    /** The time between two looks, after a look that has found events. */
    private static final Duration FIRST = Duration.ofMillis(1);

    /** The longest time between two looks: the time doubles with each look that finds nothing. */
    private static final Duration LONGEST = Duration.ofMillis(8);

    /** How long a node keeps idle lanes that another node may want. */
    private static final Duration IDLE = Duration.ofMillis(50);

    /** The time between two looks into the lanes that a node keeps longer, because senders have some of their events. */
    private static final Duration BUSY = Duration.ofMillis(100);

    private Duration wait = FIRST;
    private long activeAt;
    private boolean tried;

    SharedLooks(long now) {
        activeAt = now;
    }

    /** Notes that the node has handed out or written events. */
    void active(long now) {
        activeAt = now;
        wait = FIRST;
        tried = false;
    }

    /** Notes that the node was woken. */
    void woken() {
        wait = FIRST;
    }

    /** Notes that a look has found nothing. */
    void foundNothing(long now) {
        tried = false;
        if (isIdle(now)) {
            wait = BUSY;
        } else {
            wait = wait.multipliedBy(2).compareTo(LONGEST) < 0 ? wait.multipliedBy(2) : LONGEST;
        }
    }

    /** Returns whether nothing was found for so long that the node gives up its idle lanes, once after each look. */
    boolean mayRelease(long now) {
        boolean may = isIdle(now) && !tried;
        tried |= may;
        return may;
    }

    private boolean isIdle(long now) {
        return now - activeAt > IDLE.toNanos();
    }

    /** Returns the time until the next look. */
    Duration untilNext() {
        return wait;
    }
}
