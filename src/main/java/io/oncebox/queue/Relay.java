// SPDX-License-Identifier: Apache-2.0
package io.oncebox.queue;

import io.oncebox.log.Log;
import io.oncebox.spi.Transactions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * Publishes the events of one side on this node. It runs when a commit wakes it and when the timer ticks. One worker runs as
 * long as it keeps up, and more join while there is a backlog. Thread-safe.
 */
public final class Relay {

    private static final Duration STOP_STEP = Duration.ofMillis(10);

    /** A longer cycle is logged. */
    private static final Duration LONG_CYCLE = Duration.ofSeconds(30);

    /** While a circuit breaker is open or a queue is paused, looking for other events takes one part in so many of the time. */
    private static final int IDLE_PARTS = 20;

    /** Longest time without a look: after a single slow one the relay must still see that the broker is back. */
    private static final Duration LONGEST_IDLE = Duration.ofSeconds(10);

    /** The interval between looks for malformed rows that no cycle reads. */
    private static final Duration MALFORMED_ROWS_INTERVAL = Duration.ofMinutes(5);

    /** Most malformed rows in one transaction. */
    private static final int MALFORMED_ROWS = 1000;

    private static final Coordinator.Result NOTHING =
            new Coordinator.Result(new LockedLanes(List.of(), 0, List.of()), 0, false, 0);

    private final String name;
    private final QueueStore queue;
    private final String onlyQueue;
    private final PausedQueues pauses;
    private final Transactions transactions;
    private final Executor executor;
    private final Duration pollingInterval;
    private final CircuitBreakers breakers;
    private final QueueMetrics metrics;
    private final Coordinator coordinator;
    private final List<Worker> workers;
    private final AtomicLong lookedForDue = new AtomicLong();
    private final AtomicLong lookedForMalformedRows =
            new AtomicLong(System.nanoTime() - MALFORMED_ROWS_INTERVAL.toNanos());
    private final AtomicBoolean longCycleLogged = new AtomicBoolean();
    private volatile long idleUntil;
    private volatile Instant lastPublished;
    private volatile boolean stopping;

    /**
     * @param name what the relay serves, for messages
     * @param onlyQueue the queue that the relay serves, if it is a single one; else {@code null}
     * @param pauses the queues that the relay leaves out
     * @param breakers closed ones, for this relay alone
     * @param pollingInterval how often {@link #tick()} is called
     */
    public Relay(
            String name,
            QueueStore queue,
            String onlyQueue,
            PausedQueues pauses,
            Publishers publishers,
            Transactions transactions,
            Executor executor,
            QueueMetrics metrics,
            CircuitBreakers breakers,
            RetryPolicy policy,
            int batchSize,
            int workers,
            Duration pollingInterval) {
        this.name = name;
        this.queue = queue;
        this.onlyQueue = onlyQueue;
        this.pauses = pauses;
        this.transactions = transactions;
        this.executor = executor;
        this.pollingInterval = pollingInterval;
        this.metrics = metrics;
        this.breakers = breakers;
        this.coordinator =
                new Coordinator(queue, publishers, transactions, breakers, metrics, policy, batchSize, () -> stopping);
        this.workers = IntStream.range(0, workers)
                .mapToObj(number -> new Worker(number, this))
                .toList();
        this.idleUntil = System.nanoTime();
    }

    /** Has the relay look for events on another thread, soon. Cheap when it is about to do so already. */
    public void wake() {
        if (mayRun()) {
            workers.forEach(Worker::noteWhileRunning);
            workers.get(0).wake();
        }
    }

    /** Wakes the relay after events were requeued or pauses have changed. */
    public void wakeForChange() {
        pauses.forget();
        idleUntil = breakers.any() ? idleUntil : System.nanoTime();
        wake();
    }

    /** Looks for events, also for those whose time has come. Publishes one batch on the calling thread, and further ones on another. */
    public void tick() {
        if (look()) {
            workers.get(0).runOnce();
        }
    }

    /** Looks for events as {@link #tick()} does, and publishes on another thread. */
    public void tickElsewhere() {
        if (look()) {
            wake();
        }
    }

    /** Looks whether there is work, also for events whose time has come. */
    private boolean look() {
        warnOfLongCycle();
        boolean work = mayRun() && hasWork();
        if (mayRun()) {
            parkMalformedRows();
        }
        if (work) {
            lookedForDue.set(System.nanoTime() - pollingInterval.toNanos());
        }
        return work;
    }

    private void parkMalformedRows() {
        long last = lookedForMalformedRows.get();
        long now = System.nanoTime();
        if (now - last < MALFORMED_ROWS_INTERVAL.toNanos() || !lookedForMalformedRows.compareAndSet(last, now)) {
            return;
        }
        try {
            List<QueueStore.MalformedRow> parked = transactions.inNew(() -> queue.parkMalformedRows(MALFORMED_ROWS));
            parked.forEach(coordinator::parked);
            if (parked.size() == MALFORMED_ROWS) {
                lookedForMalformedRows.set(last);
            }
        } catch (Exception e) {
            Log.malformedRowsNotFound(name, e);
        }
    }

    private boolean hasWork() {
        try {
            boolean work = queue.hasWork();
            breakers.succeeded(name);
            return work;
        } catch (RuntimeException e) {
            databaseFailed(e);
            return false;
        }
    }

    private void warnOfLongCycle() {
        boolean tooLong = workers.stream().anyMatch(worker -> worker.cycleTime().compareTo(LONG_CYCLE) > 0);
        if (!tooLong) {
            longCycleLogged.set(false);
        } else if (longCycleLogged.compareAndSet(false, true)) {
            Log.cycleTakesLong(name, LONG_CYCLE);
        }
    }

    /** Starts no further batch. */
    public void halt() {
        stopping = true;
    }

    /** Returns whether it starts no further batch. */
    public boolean halted() {
        return stopping;
    }

    /** Starts no further batch, and waits for the current ones, at most this long. */
    public void stop(Duration patience) {
        halt();
        long deadline = System.nanoTime() + patience.toNanos();
        while (running() && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(STOP_STEP.toNanos());
        }
        if (running()) {
            Log.relayBusyAtStop(name, patience);
        } else {
            Log.relayStopped(name);
        }
    }

    private boolean running() {
        return workers.stream().anyMatch(Worker::running);
    }

    /** Returns what failed at the last attempt: the relay's database, connections to brokers. */
    public List<String> failing() {
        return breakers.failing();
    }

    /** Returns the name by which the log and {@link #failing()} call the relay's database. */
    public String name() {
        return name;
    }

    /** Returns when an event was published last. */
    public Optional<Instant> lastPublished() {
        return Optional.ofNullable(lastPublished);
    }

    // ---- for the workers

    int workers() {
        return workers.size();
    }

    boolean mayRun() {
        return !stopping && System.nanoTime() - idleUntil >= 0;
    }

    boolean othersRun(Worker worker) {
        return workers.stream().anyMatch(other -> other != worker && other.running());
    }

    /** Wakes one more worker, if one is idle. */
    void wakeOneMore() {
        workers.stream().filter(worker -> !worker.running()).findFirst().ifPresent(Worker::wake);
    }

    void execute(Runnable work, Runnable ifRejected) {
        try {
            executor.execute(work);
        } catch (RuntimeException e) {
            ifRejected.run();
            Log.wakeUpRejected(e); // the transaction that woke it has committed and must not be disturbed
        }
    }

    /** Runs one cycle in its own transaction; never throws. */
    Coordinator.Result cycle(int share, int shares) {
        long start = System.nanoTime();
        try {
            Set<String> paused = pauses.names();
            if (onlyQueue != null && paused.contains(onlyQueue)) {
                idleUntil = System.nanoTime() + pollingInterval.toNanos();
                return NOTHING;
            }
            Coordinator.Outcome outcome = coordinator.run(share, shares, timeToLookForDue(start), paused);
            if (outcome.failure() != null) {
                databaseFailed(outcome.failure());
            }
            outcome.result().ifPresent(result -> committed(result, start, !paused.isEmpty()));
            return outcome.result().orElse(NOTHING);
        } catch (Exception e) {
            databaseFailed(e);
            return NOTHING;
        }
    }

    private void committed(Coordinator.Result result, long start, boolean anyPaused) {
        breakers.succeeded(name);
        metrics.cycle(start);
        if (result.published() > 0) {
            lastPublished = Instant.now();
        } else if (!result.more() && (breakers.any() || anyPaused)) {
            idleUntil = System.nanoTime() + idleNanos(result.lookingNanos());
        }
    }

    /** Returns how long the relay stays idle after a look that found nothing to publish. */
    static long idleNanos(long lookingNanos) {
        return Math.min(lookingNanos * IDLE_PARTS, LONGEST_IDLE.toNanos());
    }

    private boolean timeToLookForDue(long now) {
        long last = lookedForDue.get();
        return now - last >= pollingInterval.toNanos() && lookedForDue.compareAndSet(last, now);
    }

    /** Opens the breaker of the database, unless the application stops: a server may close the datasource at the same time. */
    private void databaseFailed(Exception failure) {
        if (!stopping) {
            idleUntil = System.nanoTime() + breakers.failed(name, failure).toNanos();
        }
    }
}
