// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.api.EventState;

/**
 * The row of an event.
 *
 * @param availableAt when it is due, by the database's clock
 */
record SimRow(SimEvent event, EventState state, int attempts, long availableAt) {

    long seq() {
        return event.seq;
    }

    boolean is(EventState other) {
        return state == other;
    }

    SimRow to(EventState next) {
        return new SimRow(event, next, attempts, 0);
    }

    /** Returns whether it is held back, or holds back others of its key. */
    boolean isHeld() {
        return state == EventState.RETRYING || state == EventState.PARKED || state == EventState.BLOCKED;
    }
}
