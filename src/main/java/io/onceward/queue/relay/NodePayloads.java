// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.queue.machine.PayloadRoom;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The payloads that all queues of a node have in flight or are reading, in bytes. Each queue may exceed the common limit by an amount of
 * its own, so that no queue waits for the events of another one. Thread-safe.
 */
public final class NodePayloads implements PayloadRoom {

    /** Most bytes of all queues in flight, beside the own ones of each queue. */
    private static final long MOST = 8L << 20;

    /** Most kilobytes that reads load at the same time: a driver needs several times as much as the payloads. */
    private static final int MOST_READ = 4 << 10;

    /** The longest time in seconds that a read waits for others: one database may hang while another one does not. */
    private static final long PATIENCE = 1;

    /** The turn of a read that has waited too long: others may load as much as all may load together. */
    private static final int NO_TURN = -1;

    private final Semaphore reads = new Semaphore(MOST_READ, true);
    private final AtomicLong bytes = new AtomicLong();

    @Override
    public void add(long more) {
        bytes.addAndGet(more);
    }

    @Override
    public boolean hasRoom() {
        return bytes.get() < MOST;
    }

    /**
     * Waits while other queues read large payloads. A read of few bytes does not wait, and a read that has waited too long loads few bytes.
     *
     * @return its turn, which {@link #allowed} and {@link #endRead} need
     */
    int beginRead(long expected) {
        if (expected <= OWN) {
            return 0;
        }
        int kilobytes = (int) Math.min(MOST_READ, expected >> 10);
        try {
            return reads.tryAcquire(kilobytes, PATIENCE, TimeUnit.SECONDS) ? kilobytes : NO_TURN;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return NO_TURN;
        }
    }

    /** Returns how many bytes a read may load: the own ones of a queue at least. */
    long allowed(int turn) {
        return turn == NO_TURN ? OWN : Math.max(OWN, Math.min((long) MOST_READ << 10, MOST - bytes.get()));
    }

    /** Ends a read. */
    void endRead(int turn) {
        if (turn != NO_TURN) {
            reads.release(turn);
        }
    }
}
