// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.machine;

import io.onceward.queue.store.OrderKey;

/** The events of one key in flight, which leave one after another. Guarded by its {@link Flight}. */
final class Line {

    final OrderKey key;

    /** How many of its events are in flight. */
    int events;

    /** How many of them wait for a sender. */
    int ready;

    /** The size of the payloads of those. */
    long readyBytes;

    /** How many of them were refused or are to be blocked, and this is not yet written. */
    int failures;

    /** How many of them are not written because another transaction has locked their rows or lanes. */
    int locked;

    /** Whether a sender has events of the key: no other one takes any. */
    boolean sending;

    /** Whether reads leave the key out, because enough of its events wait for a sender. */
    boolean crowded;

    /** Whether an event of the key was withdrawn since the last read began, which therefore may miss it. */
    boolean withdrawn;

    /** The number of the read that found events to be blocked: further events of the key in this read are blocked, too. */
    long behindOf;

    Line(OrderKey key) {
        this.key = key;
    }

    /** Returns whether no event of the key may be handed out now. */
    boolean isClosed() {
        return failures > 0 || locked > 0 || withdrawn;
    }

    /** Returns whether the machine can forget it. */
    boolean isOver() {
        return events == 0 && !crowded && !withdrawn;
    }
}
