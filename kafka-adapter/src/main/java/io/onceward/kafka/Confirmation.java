// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The confirmation of a batch: complete with the last record of the batch, or failed with the first record that fails. A failure
 * stops the producer at once, on the thread that sends, so that no later record of the same key follows a record that is not in
 * the topic. Thread-safe.
 */
final class Confirmation {

    private final AtomicInteger open;
    private final Runnable stop;
    private final CompletableFuture<Void> end = new CompletableFuture<>();

    /** @param stop makes the producer send nothing more; may run on the thread that sends */
    Confirmation(int records, Runnable stop) {
        open = new AtomicInteger(records);
        this.stop = stop;
    }

    /** @param failure {@code null} if the broker has confirmed the record */
    void completed(String topic, Exception failure) {
        if (failure != null) {
            if (end.completeExceptionally(new RecordFailure(topic, failure))) {
                stop.run();
            }
        } else if (open.decrementAndGet() == 0) {
            end.complete(null);
        }
    }

    boolean hasFailed() {
        return end.isCompletedExceptionally();
    }

    /**
     * @throws RecordFailure if a record failed
     * @throws TimeoutException if the time is over
     */
    void await(long millis) throws RecordFailure, TimeoutException, InterruptedException {
        try {
            end.get(millis, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw (RecordFailure) e.getCause();
        }
    }
}
