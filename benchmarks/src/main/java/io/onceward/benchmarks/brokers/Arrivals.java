// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.brokers;

import io.onceward.benchmarks.contestants.Event;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;

/** The times at which events came first, and what came wrong. One thread adds. */
final class Arrivals {

    private static final long STALL_NANOS = 60_000_000_000L;

    private final int writers;
    private final AtomicLongArray times;
    private final long[] lastOfKey = new long[Event.keys()];
    private volatile int received;
    private volatile long doubled;
    private volatile long disordered;

    /**
     * @param events the number of events
     * @param writers as the events were numbered
     */
    Arrivals(int events, int writers) {
        this.writers = writers;
        times = new AtomicLongArray(events);
        Arrays.fill(lastOfKey, -1);
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
    void add(String payload) {
        long now = System.nanoTime();
        int number = (int) Event.numberIn(payload);
        if (times.get(number) != 0) {
            doubled++;
            return;
        }
        int key = Event.key(number, writers);
        if (number < lastOfKey[key]) {
            disordered++;
        }
        lastOfKey[key] = Math.max(number, lastOfKey[key]);
        times.set(number, now);
        received++;
    }

    /** Returns the time as {@link System#nanoTime()}; 0 if the event did not arrive. */
    long time(int number) {
        return times.get(number);
    }

    /** Waits until so many have come, or none has for a minute. */
    void await(int events) throws InterruptedException {
        int seen = received;
        long changed = System.nanoTime();
        while (received < events && System.nanoTime() - changed < STALL_NANOS) {
            Thread.sleep(1);
            if (received != seen) {
                seen = received;
                changed = System.nanoTime();
            }
        }
    }

    int received() {
        return received;
    }

    long doubled() {
        return doubled;
    }

    long disordered() {
        return disordered;
    }
}
