// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.machine;

import io.onceward.queue.store.QueueStore.Unblocked;
import java.time.Duration;

/**
 * When to search for blocked events that no earlier event blocks any longer. Each cycle searches a limited number of events. A complete
 * search takes one twentieth of the time, because there may be a million blocked events.
 */
final class Search {

    private static final int PARTS = 20;

    /** The pause after a part that could search nothing, because others have locked all lanes. */
    private static final Duration LOCKED_PAUSE = Duration.ofMillis(100);

    private boolean wanted;
    private long last = Unblocked.COMPLETE;
    private boolean again;
    private long nanos;
    private long next;

    Search(long now) {
        next = now;
    }

    /** Requests a search from the beginning, when one is allowed. */
    void request() {
        wanted = true;
    }

    /** Requests a search from the beginning with the next cycle. */
    void requestAtOnce(long now) {
        wanted = true;
        next = now;
    }

    /** Ends it, because others have locked all lanes; it begins again soon. */
    void postpone(long now) {
        wanted = true;
        last = Unblocked.COMPLETE;
        next = now + LOCKED_PAUSE.toNanos();
    }

    /** Begins again, because what the last part has changed was rolled back. */
    void restart(long now) {
        last = Unblocked.COMPLETE;
        requestAtOnce(now);
    }

    /** Returns whether the next part of a search is due. */
    boolean isDue(long now) {
        return isRunning() || (wanted && now - next >= 0);
    }

    /** Returns whether a search has begun and has not yet come to the last event. */
    boolean isRunning() {
        return last != Unblocked.COMPLETE;
    }

    /** Returns the position after which the next part begins; {@link Unblocked#COMPLETE}: at the first event. */
    long next() {
        return last;
    }

    /** Takes the result of a part. */
    void found(Unblocked unblocked, Duration took, long now) {
        if (!isRunning()) {
            wanted = false;
            again = false;
            nanos = 0;
        }
        nanos += took.toNanos();
        again |= unblocked.more();
        last = unblocked.last();
        if (!isRunning()) {
            wanted |= again;
            next = again ? now : now + nanos * PARTS;
        }
    }
}
