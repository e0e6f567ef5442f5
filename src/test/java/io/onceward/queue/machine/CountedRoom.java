// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.machine;

/** Room for so many payloads as a node has, without other queues. */
final class CountedRoom implements PayloadRoom {

    private static final long MOST = 8L << 20;

    private long bytes;

    @Override
    public void add(long more) {
        bytes += more;
    }

    @Override
    public boolean hasRoom() {
        return bytes < MOST;
    }

    /** Returns how much a node would allow the next read. */
    long allowed() {
        return Math.max(OWN, Math.min(MOST / 2, MOST - bytes));
    }

    boolean isEmpty() {
        return bytes == 0;
    }
}
