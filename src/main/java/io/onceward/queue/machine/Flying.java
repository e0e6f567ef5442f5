// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.machine;

import io.onceward.queue.store.Lanes;
import io.onceward.queue.store.QueuedEvent;

/** An event in flight. Guarded by its {@link Flight}. */
final class Flying {

    /** The states of an event in flight. */
    enum State {
        READY,
        SENT,
        CONFIRMED,
        REFUSED,
        BEHIND
    }

    final int lane;
    final Lanes lanes;

    /** The line of its key; {@code null} if it has none. */
    final Line line;

    QueuedEvent event;
    State state = State.READY;

    /** Whether this node has recorded it, and not read it. */
    boolean fresh;

    /** The number of its batch, if a sender has taken it. */
    long batch;

    /** Why it was refused, if it was. */
    Refusal refusal;

    /** Whether its row is removed already. */
    boolean removed;

    /** Whether another transaction has locked its row or lane, so that its end is not written. */
    boolean locked;

    long lockedAt;
    long triedAt;

    /** @param lanes the lanes of its read */
    Flying(QueuedEvent event, Lanes lanes, Line line) {
        this.event = event;
        this.lane = lanes.of(event.event());
        this.lanes = lanes;
        this.line = line;
    }

    /** Returns whether it failed, and this is not yet written. */
    boolean hasFailed() {
        return state == State.REFUSED || state == State.BEHIND;
    }

    /** Returns whether its lane is still the one of its read. */
    boolean isIn(Lanes now) {
        return now.hasSame(lane, lanes);
    }

    /** Returns the size of its payload. */
    long size() {
        return size(event);
    }

    /** Returns the size of the payload of an event. */
    static long size(QueuedEvent event) {
        return event.event().payload() == null ? 0 : event.event().payload().length;
    }
}
