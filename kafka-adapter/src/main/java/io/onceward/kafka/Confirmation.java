// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * The confirmation of a batch: complete with its last record, or with the first record that fails. A failure stops the producer at
 * once, on the thread that sends, so that no later record of the same key follows a record that is not in the topic.
 * Thread-safe.
 */
final class Confirmation {

    private final AtomicInteger open;
    private final Consumer<KafkaBatch.Outgoing> confirmed;
    private final Runnable stop;
    private final CompletableFuture<Optional<RecordFailure>> end = new CompletableFuture<>();

    /**
     * @param confirmed hears of each confirmed record, on the thread that sends
     * @param stop makes the producer send nothing more; may run on the thread that sends
     */
    Confirmation(int records, Consumer<KafkaBatch.Outgoing> confirmed, Runnable stop) {
        open = new AtomicInteger(records);
        this.confirmed = confirmed;
        this.stop = stop;
    }

    /** @param failure {@code null} if the broker has confirmed the record */
    void completed(KafkaBatch.Outgoing outgoing, Exception failure) {
        if (failure != null) {
            if (end.complete(Optional.of(new RecordFailure(outgoing, failure)))) {
                stop.run();
            }
            return;
        }
        confirmed.accept(outgoing);
        if (open.decrementAndGet() == 0) {
            end.complete(Optional.empty());
        }
    }

    boolean hasFailed() {
        return end.isDone();
    }

    /**
     * Returns the first record that failed; empty if all are confirmed.
     *
     * @throws TimeoutException if the time is over
     */
    Optional<RecordFailure> await(long millis) throws TimeoutException, InterruptedException {
        try {
            return end.get(millis, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e); // nothing completes it so
        }
    }
}
