// SPDX-License-Identifier: Apache-2.0
package io.oncebox.relay;

import io.oncebox.log.Log;
import io.oncebox.metrics.QueueMeters;
import io.oncebox.spi.LockedLanes;
import io.oncebox.spi.OutboxQueue;
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

    /** A pass that takes longer is worth a line in the log. */
    private static final Duration LONG_PASS = Duration.ofSeconds(30);

    /** While something rests or is paused, looking for other events takes about one part in so many of the time. */
    private static final int QUIET_PARTS = 20;

    /** Longest time without a look: a single slow one must not keep it from seeing that the broker is back. */
    private static final Duration LONGEST_QUIET = Duration.ofSeconds(10);

    /** How often to look for rows that only another writer could have left where no pass finds them. */
    private static final Duration STRAYS_INTERVAL = Duration.ofMinutes(5);

    /** Most of them in one transaction. */
    private static final int STRAYS = 1000;

    private static final Pass.Result NOTHING = new Pass.Result(new LockedLanes(List.of(), 0, List.of()), 0, false, 0);

    private final String name;
    private final OutboxQueue queue;
    private final String onlyLine;
    private final Pauses pauses;
    private final Transactions transactions;
    private final Executor executor;
    private final Duration pollingInterval;
    private final Rests rests = new Rests();
    private final QueueMeters meters;
    private final Pass pass;
    private final List<Worker> workers;
    private final AtomicLong lookedForDue = new AtomicLong();
    private final AtomicLong lookedForStrays = new AtomicLong(System.nanoTime() - STRAYS_INTERVAL.toNanos());
    private final AtomicBoolean saidLong = new AtomicBoolean();
    private volatile long quietUntil;
    private volatile Instant lastPublished;
    private volatile boolean stopping;

    /**
     * @param name of what it serves, for messages
     * @param onlyLine the line that it serves, if it is a single one; else {@code null}
     * @param pauses the lines that it leaves alone
     * @param pollingInterval how often {@link #tick()} is called
     */
    public Relay(
            String name,
            OutboxQueue queue,
            String onlyLine,
            Pauses pauses,
            Publishers publishers,
            Transactions transactions,
            Executor executor,
            QueueMeters meters,
            RetryPolicy policy,
            int batchSize,
            int workers,
            Duration pollingInterval) {
        this.name = name;
        this.queue = queue;
        this.onlyLine = onlyLine;
        this.pauses = pauses;
        this.transactions = transactions;
        this.executor = executor;
        this.pollingInterval = pollingInterval;
        this.meters = meters;
        this.pass = new Pass(queue, publishers, rests, meters, policy, batchSize, () -> stopping);
        this.workers = IntStream.range(0, workers)
                .mapToObj(number -> new Worker(number, this))
                .toList();
        this.quietUntil = System.nanoTime();
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
        quietUntil = rests.any() ? quietUntil : System.nanoTime();
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
        warnOfLongPass();
        boolean work = mayRun() && hasWork();
        if (mayRun()) {
            parkStrays();
        }
        if (work) {
            lookedForDue.set(System.nanoTime() - pollingInterval.toNanos());
        }
        return work;
    }

    private void parkStrays() {
        long last = lookedForStrays.get();
        long now = System.nanoTime();
        if (now - last < STRAYS_INTERVAL.toNanos() || !lookedForStrays.compareAndSet(last, now)) {
            return;
        }
        try {
            List<OutboxQueue.Stray> parked = transactions.inNew(() -> queue.parkStrays(STRAYS));
            parked.forEach(pass::parked);
            if (parked.size() == STRAYS) {
                lookedForStrays.set(last);
            }
        } catch (Exception e) {
            Log.strayRowsNotFound(name, e);
        }
    }

    private boolean hasWork() {
        try {
            boolean work = queue.hasWork();
            rests.succeeded(name);
            return work;
        } catch (RuntimeException e) {
            databaseFailed(e);
            return false;
        }
    }

    private void warnOfLongPass() {
        boolean tooLong = workers.stream().anyMatch(worker -> worker.passTime().compareTo(LONG_PASS) > 0);
        if (!tooLong) {
            saidLong.set(false);
        } else if (saidLong.compareAndSet(false, true)) {
            Log.passTakesLong(name, LONG_PASS);
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
        return rests.failing();
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
        return !stopping && System.nanoTime() - quietUntil >= 0;
    }

    boolean othersRun(Worker worker) {
        return workers.stream().anyMatch(other -> other != worker && other.running());
    }

    /** Has one more worker join, if there is one. */
    void another() {
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

    /** One pass in a transaction of its own; never throws. */
    Pass.Result pass(int share, int shares) {
        long start = System.nanoTime();
        Pass.Refusals refusals = new Pass.Refusals();
        try {
            Set<String> paused = pauses.lines();
            if (onlyLine != null && paused.contains(onlyLine)) {
                quietUntil = System.nanoTime() + pollingInterval.toNanos();
                return NOTHING;
            }
            boolean withDue = timeToLookForDue(start);
            Pass.Result result = transactions.inNew(() -> pass.run(share, shares, withDue, paused, refusals));
            rests.succeeded(name);
            meters.pass(start);
            pass.measure(refusals);
            if (result.published() > 0) {
                lastPublished = Instant.now();
            }
            if (result.published() == 0 && !result.more() && (rests.any() || !paused.isEmpty())) {
                quietUntil = System.nanoTime() + quietNanos(result.lookingNanos());
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
    static long quietNanos(long lookingNanos) {
        return Math.min(lookingNanos * QUIET_PARTS, LONGEST_QUIET.toNanos());
    }

    /** A handler that outlasts its transaction outlasts that of the pass, which is older, and must count as refused all the same. */
    private boolean counted(Pass.Refusals refusals) {
        try {
            transactions.inNew(() -> {
                pass.count(refusals);
                return null;
            });
            pass.measure(refusals);
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
            quietUntil = System.nanoTime() + rests.failed(name, failure).toNanos();
        }
    }
}
