// SPDX-License-Identifier: Apache-2.0
package io.oncebox.queue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Publishes events of a queue, batch after batch, on one thread at a time. Thread-safe. */
final class Sender {

    private final Flight flight;
    private final int batchSize;
    private final Supplier<BatchAttempt> attempts;
    private final BooleanSupplier stopping;
    private final Consumer<BatchAttempt> reported;
    private final SerialTask task;
    private volatile long batchSince;

    /**
     * @param stopping whether it takes no further batch
     * @param reported is called after each batch
     */
    Sender(
            Executor executor,
            Flight flight,
            int batchSize,
            Supplier<BatchAttempt> attempts,
            BooleanSupplier stopping,
            Consumer<BatchAttempt> reported) {
        this.flight = flight;
        this.batchSize = batchSize;
        this.attempts = attempts;
        this.stopping = stopping;
        this.reported = reported;
        this.task = new SerialTask(executor, Duration.ZERO, this::run);
    }

    /** Has it look for events that no sender has. */
    void request() {
        task.request();
    }

    private void run() {
        while (!stopping.getAsBoolean()) {
            List<QueuedEvent> batch = flight.next(batchSize);
            if (batch.isEmpty()) {
                return;
            }
            BatchAttempt attempt = attempts.get();
            batchSince = System.nanoTime();
            try {
                attempt.publish(batch);
            } finally {
                batchSince = 0;
                flight.report(batch, attempt);
                reported.accept(attempt);
            }
        }
    }

    /** Returns the time that it has spent on its current batch; zero if it has none. */
    Duration batchTime() {
        long since = batchSince;
        return since == 0 ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - since);
    }
}
