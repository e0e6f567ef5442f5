// SPDX-License-Identifier: Apache-2.0
package io.oncebox.benchmarks.metrics;

import io.oncebox.benchmarks.contestants.Event;
import io.oncebox.benchmarks.contestants.Producer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;

/** Producers that work as fast as they can: each begins its next transaction when its last one has committed. */
record Load(Producer producer, int threads) {

    private static final int BULK = 100;

    /** One event a transaction, for a while. Returns how long each took, in nanoseconds. */
    long[] run(double seconds) throws InterruptedException, ExecutionException {
        long end = System.nanoTime() + (long) (seconds * 1e9);
        List<long[]> taken = Threads.run(threads, thread -> one(thread, end));
        return taken.stream().flatMapToLong(Arrays::stream).toArray();
    }

    private long[] one(int thread, long end) throws Exception {
        long[] taken = new long[1024];
        int count = 0;
        long before = System.nanoTime();
        for (long number = thread; before - end < 0; number += threads) {
            producer.produce(List.of(Event.of(number, threads)));
            long after = System.nanoTime();
            if (count == taken.length) {
                taken = Arrays.copyOf(taken, count * 2);
            }
            taken[count++] = after - before;
            before = after;
        }
        return Arrays.copyOf(taken, count);
    }

    /** Exactly so many events, many in a transaction. */
    void fill(long events) throws InterruptedException, ExecutionException {
        Threads.run(threads, thread -> {
            List<Event> bulk = new ArrayList<>(BULK);
            for (long number = thread; number < events; number += threads) {
                bulk.add(Event.of(number, threads));
                if (bulk.size() == BULK) {
                    producer.produce(bulk);
                    bulk = new ArrayList<>(BULK);
                }
            }
            if (!bulk.isEmpty()) {
                producer.produce(bulk);
            }
            return null;
        });
    }
}
