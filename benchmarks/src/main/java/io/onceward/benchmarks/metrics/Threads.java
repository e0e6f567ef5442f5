// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Several threads that do the same, each with its index. */
final class Threads {

    /** The work of one thread. */
    @FunctionalInterface
    interface Work<T> {
        T run(int thread) throws Exception;
    }

    private Threads() {}

    /** Returns the results of the threads, in the order of their indexes. */
    static <T> List<T> run(int count, Work<T> work) throws InterruptedException, ExecutionException {
        ExecutorService threads = Executors.newFixedThreadPool(count);
        try {
            List<Future<T>> running = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int thread = i;
                running.add(threads.submit(() -> work.run(thread)));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> one : running) {
                results.add(one.get());
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }
}
