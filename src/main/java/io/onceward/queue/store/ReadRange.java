// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.store;

/**
 * The part of a queue that a read covers.
 *
 * @param after the position behind which it begins; 0 for the head
 * @param limit the most events
 * @param passedLimit the most events up to that position of which the read tells the keys
 */
public record ReadRange(long after, int limit, int passedLimit) {

    /** Returns the range from the head. */
    public static ReadRange fromHead(int limit) {
        return new ReadRange(0, limit, 0);
    }

    /** Returns whether the read begins at the head, so that it passes no events. */
    public boolean isFromHead() {
        return after == 0;
    }
}
