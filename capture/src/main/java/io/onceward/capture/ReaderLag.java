// SPDX-License-Identifier: Apache-2.0
package io.onceward.capture;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How far the reader of a slot is behind in time, by where the log ended at earlier readings. The database knows only the lag of the
 * last confirmation, which neither grows while the reader hangs nor falls when the reader has caught up. For one thread at a time.
 */
final class ReaderLag {

    /** An end is kept if it is further from the one before than this part of the lag, so that a lag of days needs few of them. */
    private static final int PARTS = 60;

    /** @param at by {@link System#nanoTime()} */
    private record End(long position, long at) {}

    /** The oldest first. The first one is the last that the reader has confirmed, if there is one. */
    private final List<End> ends = new ArrayList<>();

    /**
     * Returns the time since the reader has confirmed all that had been written, rounded up by one reading or a sixtieth; zero if
     * it has confirmed all. Without such a reading, it is the time since the first reading, or since the first after the log
     * became shorter, because a standby without the end of the log has taken over.
     *
     * @param end the position at which the log ends
     * @param confirmed the position that the reader has confirmed
     * @param now by {@link System#nanoTime()}
     */
    Duration at(long end, long confirmed, long now) {
        boolean isShorter = !ends.isEmpty() && end < ends.get(ends.size() - 1).position();
        if (confirmed >= end || isShorter) {
            ends.clear();
        }
        if (ends.isEmpty()
                || now - ends.get(ends.size() - 1).at() >= (now - ends.get(0).at()) / PARTS) {
            ends.add(new End(end, now));
        }
        while (ends.size() > 1 && ends.get(1).position() <= confirmed) {
            ends.remove(0);
        }
        return Duration.ofNanos(now - ends.get(0).at());
    }
}
