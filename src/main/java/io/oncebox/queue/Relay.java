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
 * Publishes the events of one outbox on this node. It runs when it is woken after a commit and when the timer ticks; one
 * worker does it as long as it keeps up, and more join it while there is a backlog. Thread-safe.
 */
public final class Relay {

    private static final Duration STOP_STEP = Duration.ofMillis(10);

    /** A cycle that takes longer is worth a line in the log. */
    private static final Duration LONG_CYCLE = Duration.ofSeconds(30);

    /** While something rests or is paused, looking for other events takes about one part in so many of the time. */
    private static final int IDLE_PARTS = 20;

    /** Longest time without a look: a single slow one must not keep it from seeing that the broker is back. */
    private static final Duration LONGEST_IDLE = Duration.ofSeconds(10);

    /** How often to look for rows that only another writer could have left where no cycle finds them. */
    private static final Duration MALFORMED_ROWS_INTERVAL = Duration.ofMinutes(5);

    /** Most of them in one transaction. */
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
    private final CircuitBreakers breakers = new CircuitBreakers();
    private final QueueMetrics metrics;
    private final Coordinator coordinator;
    private final List<Worker> workers;
    private final AtomicLong lookedForDue = new AtomicLong();
    private final AtomicLong lookedForMalformedRows =
            new AtomicLong(System.nanoTime() - MALFORMED_ROWS_INTERVAL.toNanos());
    private final AtomicBoolean saidLong = new AtomicBoolean();
    private volatile long idleUntil;
    private volatile Instant lastPublished;
    private volatile boolean stopping;

    /**
     * @param name of what it serves, for messages
     * @param onlyQueue the queue that it serves, if it is a single one; else {@code null}
     * @param pauses the queues that it leaves alone
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
        this.coordinator = new Coordinator(queue, publishers, breakers, metrics, policy, batchSize, () -> stopping);
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

    /** As {@link #wake()}, after what is paused has changed. */
    public void wakeForChange() {
        pauses.forget();
        idleUntil = breakers.any() ? idleUntil : System.nanoTime();
        wake();
    }

    /** Looks for events, also for those whose time has come: publishes one batch on the calling thread, more on another. */
    public void tick() {
        if (look()) {
            workers.get(0).runOnce();
        }
    }

    /** As {@link #tick()}, but does everything that may take long on another thread. */
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
            saidLong.set(false);
        } else if (saidLong.compareAndSet(false, true)) {
            Log.cycleTakesLong(name, LONG_CYCLE);
        }
    }

    /** Starts no further batch. */
    public void halt() {
        stopping = true;
    }

    /** Whether it starts no further batch. */
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

    /** What did not work when it was tried last: its database, and connections to brokers. */
    public List<String> failing() {
        return breakers.failing();
    }

    /** By which the log, and {@link #failing()}, call its database. */
    public String name() {
        return name;
    }

    /** When something was published last. */
    public Optional<Instant> lastPublished() {
        return Optional.ofNullable(lastPublished);
    }

    // ---- what workers ask

    int workers() {
        return workers.size();
    }

    boolean mayRun() {
        return !stopping && System.nanoTime() - idleUntil >= 0;
    }

    boolean othersRun(Worker worker) {
        return workers.stream().anyMatch(other -> other != worker && other.running());
    }

    /** Has one more worker join, if there is one. */
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

    /** One cycle in a transaction of its own; never throws. */
    Coordinator.Result cycle(int share, int shares) {
        long start = System.nanoTime();
        Coordinator.Refusals refusals = new Coordinator.Refusals();
        try {
            Set<String> paused = pauses.names();
            if (onlyQueue != null && paused.contains(onlyQueue)) {
                idleUntil = System.nanoTime() + pollingInterval.toNanos();
                return NOTHING;
            }
            boolean withDue = timeToLookForDue(start);
            Coordinator.Result result =
                    transactions.inNew(() -> coordinator.run(share, shares, withDue, paused, refusals));
            breakers.succeeded(name);
            metrics.cycle(start);
            coordinator.measure(refusals);
            if (result.published() > 0) {
                lastPublished = Instant.now();
            }
            if (result.published() == 0 && !result.more() && (breakers.any() || !paused.isEmpty())) {
                idleUntil = System.nanoTime() + idleNanos(result.lookingNanos());
            }
            return result;
        } catch (Exception e) {
            if (refusals.isEmpty() || !counted(refusals)) {
                databaseFailed(e);
            }
            return NOTHING;
        }
    }

    /** For how long not to look again after a look that found nothing to publish and took so long. */
    static long idleNanos(long lookingNanos) {
        return Math.min(lookingNanos * IDLE_PARTS, LONGEST_IDLE.toNanos());
    }

    /** A handler that outlasts its transaction outlasts that of the cycle, which is older, and must count as refused all the same. */
    private boolean counted(Coordinator.Refusals refusals) {
        try {
            transactions.inNew(() -> {
                coordinator.count(refusals);
                return null;
            });
            coordinator.measure(refusals);
            return true;
        } catch (Exception e) {
            return false;
        }
    }

    private boolean timeToLookForDue(long now) {
        long last = lookedForDue.get();
        return now - last >= pollingInterval.toNanos() && lookedForDue.compareAndSet(last, now);
    }

    /** While the application stops it is no outage: a server may take datasource and broker away at the same time. */
    private void databaseFailed(Exception failure) {
        if (!stopping) {
            idleUntil = System.nanoTime() + breakers.failed(name, failure).toNanos();
        }
    }
}
