// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms.check;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The turns of the checks of each connection: the check of a publisher and that of a source run one after the other, because both
 * together may exhaust a small pool. Thread-safe.
 */
public final class ConnectionTurns {

    private static final Duration LOOK = Duration.ofSeconds(1);

    private final Map<String, Holder> taken = new HashMap<>();

    /** A check that has its turn. */
    interface Holder {

        /** Interrupts the check if it has taken too long. Returns whether it ignores that for too long, so that it loses its turn. */
        boolean isGivenUp();
    }

    /** Waits for the turn of a check and takes it. A check before it that hangs is interrupted at its limit. */
    void take(String connection, Holder next) throws InterruptedException {
        for (Holder before = tryTake(connection, next); before != null; before = tryTake(connection, next)) {
            if (before.isGivenUp()) {
                giveBack(connection, before);
            } else {
                awaitEnd(connection, before);
            }
        }
    }

    /** Returns the check that has the turn; {@code null} if the given one has taken it. */
    private synchronized Holder tryTake(String connection, Holder next) {
        return taken.putIfAbsent(connection, next);
    }

    /** Waits until the turn has ended, but not long: the check may be over its limit by then. */
    private synchronized void awaitEnd(String connection, Holder before) throws InterruptedException {
        long deadline = System.nanoTime() + LOOK.toNanos();
        for (long left = LOOK.toNanos();
                taken.get(connection) == before && left > 0;
                left = deadline - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    /** Ends the turn of a check, unless it has lost it. */
    synchronized void giveBack(String connection, Holder holder) {
        taken.remove(connection, holder);
        notifyAll();
    }
}
