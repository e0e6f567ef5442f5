// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.metrics;

import io.onceward.benchmarks.contestants.Event;
import io.onceward.benchmarks.contestants.Producer;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Producers that together keep a rate, one event a transaction. */
record Pace(Producer producer, int threads, int rate) {

    /** Numbers from one up to another, without it; notes when each commit returned. */
    void run(int from, int to, long[] committed) throws Exception {
        long start = System.nanoTime();
        Threads.run(threads, thread -> {
            for (int number = from + Math.floorMod(thread - from, threads); number < to; number += threads) {
                awaitTime(start + (long) ((number - from) * 1e9 / rate));
                producer.produce(List.of(Event.of(number, threads)));
                committed[number] = System.nanoTime();
            }
            return null;
        });
    }

    static void awaitTime(long time) {
        for (long left = time - System.nanoTime(); left > 0; left = time - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** From the return of each commit to the arrival; one that was received before had no latency, one that never was has had it until now. */
    static long[] latencies(Receiver receiver, long[] committed, int from, int to) {
        long now = System.nanoTime();
        long[] latencies = new long[to - from];
        for (int i = 0; i < latencies.length; i++) {
            long arrival = receiver.arrival(from + i);
            latencies[i] = Math.max(0, (arrival == 0 ? now : arrival) - committed[from + i]);
        }
        return latencies;
    }
}
