// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.queue.Time;
import io.onceward.queue.machine.RelayMachine;
import io.onceward.queue.machine.Taken;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

/** Publishes events of a queue, batch after batch, on one thread at a time. Thread-safe. */
final class Sender {

    private final TaskChain tasks;
    private final RelayMachine machine;
    private final int batchSize;
    private final Duration batchWait;
    private final Function<BooleanSupplier, BatchAttempt> attempts;
    private final BooleanSupplier stopping;
    private final Consumer<BatchAttempt> reported;
    private final Time time;
    private final SerialTask task;
    private volatile Work current;
    private volatile boolean abandoned;

    /** A batch, its attempt, and when it began by {@link Time#nanos()}. */
    record Work(Taken batch, BatchAttempt attempt, long since) {}

    /**
     * @param batchWait how long it waits for further events of a batch that is not full
     * @param attempts makes an attempt, which ends early when its parameter says so
     * @param stopping whether it takes no further batch
     * @param reported is called after each batch
     */
    Sender(
            TaskChain tasks,
            RelayMachine machine,
            int batchSize,
            Duration batchWait,
            Function<BooleanSupplier, BatchAttempt> attempts,
            BooleanSupplier stopping,
            Consumer<BatchAttempt> reported,
            Time time) {
        this.tasks = tasks;
        this.time = time;
        this.machine = machine;
        this.batchSize = batchSize;
        this.batchWait = batchWait;
        this.attempts = attempts;
        this.stopping = stopping;
        this.reported = reported;
        this.task = new SerialTask(tasks, () -> false, this::run);
    }

    /** Has it look for events that no sender has. */
    void request() {
        task.requestNext(tasks);
    }

    private void run() {
        while (!shouldStop()) {
            gather();
            Taken batch = machine.take(batchSize);
            if (batch.events().isEmpty()) {
                return;
            }
            tasks.share(); // reading need not wait for this batch
            try {
                publish(batch);
            } finally {
                machine.abandon(batch); // unless it was reported
            }
        }
    }

    /** Waits for further events, if there are some, and fewer than a batch. No sender has them meanwhile, so they may be withdrawn. */
    private void gather() {
        long end = time.nanos() + batchWait.toNanos();
        long left = batchWait.toNanos();
        while (left > 0 && lacksEvents() && !shouldStop()) { // in this order: a stop requests it, after it says so
            tasks.share();
            task.awaitRequest(Duration.ofNanos(left));
            left = end - time.nanos();
        }
    }

    private boolean lacksEvents() {
        task.acknowledge(); // before it looks, so that it misses no request
        return machine.lacksEvents(batchSize);
    }

    private void publish(Taken batch) {
        BatchAttempt attempt = attempts.apply(this::shouldStop);
        work(new Work(batch, attempt, time.nanos()));
        try {
            attempt.publish(batch.events());
        } finally {
            work(null);
            machine.report(batch, attempt.outcome().attempted());
            reported.accept(attempt);
        }
    }

    private synchronized void work(Work now) {
        current = now;
    }

    private boolean shouldStop() {
        return abandoned || stopping.getAsBoolean();
    }

    /** Returns whether it looks for events, or has a batch, which may take long. */
    boolean isRunning() {
        return task.isRunning();
    }

    /** Closes it, unless it runs or is about to: then it takes no further batch. Returns whether it is closed. */
    boolean close() {
        return task.close();
    }

    /** Returns whether it has a batch. */
    boolean hasBatch() {
        return current != null;
    }

    /** Returns its batch, if it has had it for longer than this. */
    Optional<Work> overdue(Duration limit) {
        return Optional.ofNullable(current).filter(work -> time.nanos() - work.since() > limit.toNanos());
    }

    /**
     * Gives up a batch, whose events are then in doubt, unless it has ended meanwhile. This sender takes no further one.
     *
     * @return whether it gave the batch up
     */
    boolean abandon(Work work, Duration limit) {
        synchronized (this) {
            if (!work.equals(current)) {
                return false;
            }
            abandoned = true;
        }
        work.attempt().timedOut(limit);
        machine.abandon(work.batch(), work.attempt().outcome().attempted());
        return true;
    }
}
