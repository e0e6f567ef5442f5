// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.queue.store.QueueStore;
import io.onceward.queue.store.QueueStore.Unblocked;
import java.util.Set;

/**
 * The search for blocked events that no earlier event blocks any longer. Each cycle of the coordinator searches a limited number of
 * events. A complete search takes one part in twenty of the time, because there may be a million blocked events. Used by one thread.
 */
final class BlockedSearch {

    private static final int PARTS = 20;

    private final QueueStore queue;
    private boolean wanted;
    private long last = Unblocked.COMPLETE;
    private boolean again;
    private long nanos;
    private long next = System.nanoTime();

    BlockedSearch(QueueStore queue) {
        this.queue = queue;
    }

    /** Has it search from the beginning, when it may. */
    void request() {
        wanted = true;
    }

    /** Has it search from the beginning with the next cycle. */
    void requestAtOnce() {
        wanted = true;
        next = System.nanoTime();
    }

    /** Ends it, because others have locked all lanes; the next cycle begins again. */
    void postpone() {
        wanted = true;
        last = Unblocked.COMPLETE;
    }

    /** Begins again, because what the last part has changed was rolled back. */
    void restart() {
        last = Unblocked.COMPLETE;
        requestAtOnce();
    }

    /** Returns whether the next part of a search is due. */
    boolean isDue() {
        return isRunning() || (wanted && System.nanoTime() - next >= 0);
    }

    /** Returns whether a search has begun and has not yet come to the last event. */
    boolean isRunning() {
        return last != Unblocked.COMPLETE;
    }

    /** Searches the next part, in lanes that are locked. */
    void step(Set<Integer> locked, int total, boolean blockKey) {
        long start = System.nanoTime();
        if (!isRunning()) {
            wanted = false;
            again = false;
            nanos = 0;
        }
        Unblocked unblocked = queue.unblock(locked, total, last, blockKey);
        long now = System.nanoTime();
        nanos += now - start;
        again |= unblocked.more();
        last = unblocked.last();
        if (!isRunning()) {
            wanted |= again;
            next = again ? now : now + nanos * PARTS;
        }
    }
}
