// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.metrics;

import com.sun.management.ThreadMXBean;
import io.onceward.benchmarks.contestants.Event;
import io.onceward.benchmarks.contestants.Producer;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;

/** Producers that work as fast as they can: each begins its next transaction when its last one has committed. */
record Load(Producer producer, int threads) {

    private static final int BULK = 100;

    private static final ThreadMXBean MEMORY = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /**
     * What the threads have done.
     *
     * @param nanos how long each transaction took
     * @param allocated bytes of memory that the threads have allocated
     */
    record Done(long[] nanos, long allocated) {}

    /** One event a transaction, for a while. */
    Done run(double seconds) throws InterruptedException, ExecutionException {
        long end = System.nanoTime() + (long) (seconds * 1e9);
        List<Done> done = Threads.run(threads, thread -> one(thread, end));
        return new Done(
                done.stream().flatMapToLong(each -> Arrays.stream(each.nanos)).toArray(),
                done.stream().mapToLong(Done::allocated).sum());
    }

    private Done one(int thread, long end) throws Exception {
        long[] taken = new long[1024];
        long allocated = MEMORY.getCurrentThreadAllocatedBytes();
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
        allocated = MEMORY.getCurrentThreadAllocatedBytes() - allocated;
        return new Done(Arrays.copyOf(taken, count), allocated);
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
