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

    @Override
    public long allowed(long wanted) {
        return Math.max(OWN, Math.min(wanted, MOST - bytes.get()));
    }

    /**
     * Waits while other queues read large payloads. A read of few bytes does not wait.
     *
     * @return what {@link #endRead} needs
     */
    int beginRead(long expected) {
        int kilobytes = (int) Math.min(MOST_READ, expected >> 10);
        try {
            return expected > OWN && reads.tryAcquire(kilobytes, PATIENCE, TimeUnit.SECONDS) ? kilobytes : 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }

    /** Ends a read. */
    void endRead(int kilobytes) {
        reads.release(kilobytes);
    }
}
