// SPDX-License-Identifier: Apache-2.0
package io.oncebox.relay;

import io.oncebox.api.OnceboxException;
import io.oncebox.log.Log;
import io.oncebox.spi.EventPublisher;
import io.oncebox.spi.OutboxStore;
import io.oncebox.spi.QueuedEvent;
import io.oncebox.spi.Transactions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;

/**
 * Publishes the events of one outbox, one pass at a time on this node. It runs when it is woken after a commit and when
 * the timer polls; wake-ups during a pass are folded into one more pass. Thread-safe.
 */
public final class Relay {

    private static final int IDLE = 0;
    private static final int RUNNING = 1;
    private static final int RUNNING_AND_WOKEN = 2;

    private static final Duration STOP_STEP = Duration.ofMillis(10);

    private static final Duration CAUSE_INTERVAL = Duration.ofMinutes(1);

    private final OutboxStore store;
    private final Publishers publishers;
    private final Transactions transactions;
    private final Executor executor;
    private final int batchSize;
    private final AtomicInteger state = new AtomicInteger(IDLE);
    private final Backoff backoff = new Backoff(System::nanoTime, RandomGenerator.getDefault());
    private final AtomicBoolean queued = new AtomicBoolean();
    private String cause = "";
    private long saidAt;
    private volatile boolean stopping;

    public Relay(
            OutboxStore store, Publishers publishers, Transactions transactions, Executor executor, int batchSize) {
        this.store = store;
        this.publishers = publishers;
        this.transactions = transactions;
        this.executor = executor;
        this.batchSize = batchSize;
    }

    /** Has the relay look for events on another thread, soon. Cheap when it is about to do so already. */
    public void wake() {
        if (!stopping && !noteWhileRunning() && queued.compareAndSet(false, true)) {
            try {
                executor.execute(this::poll);
            } catch (RuntimeException e) {
                queued.set(false);
                Log.wakeUpRejected(e); // the transaction that woke it has committed and must not be disturbed
            }
        }
    }

    /** Looks for events on the calling thread; if another thread is doing so, it will look once more. */
    public void poll() {
        queued.set(false);
        if (!stopping && start()) {
            run();
        }
    }

    /**
     * Publishes one batch on the calling thread, and more on another. For a timer: a container that stops a bean may wait
     * until its methods have returned before it says so.
     */
    public void tick() {
        if (stopping || !start()) {
            return;
        }
        boolean more = false;
        boolean woken;
        try {
            more = !backoff.resting() && pass() > 0;
        } finally {
            woken = state.getAndSet(IDLE) == RUNNING_AND_WOKEN;
        }
        if (more || woken) {
            wake();
        }
    }

    /** Starts no further batch, and waits for the current one, at most this long. */
    public void stop(Duration patience) {
        stopping = true;
        long deadline = System.nanoTime() + patience.toNanos();
        while (state.get() != IDLE && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(STOP_STEP.toNanos());
        }
        if (state.get() == IDLE) {
            Log.relayStopped();
        } else {
            Log.relayBusyAtStop(patience);
        }
    }

    private boolean noteWhileRunning() {
        return state.getAndUpdate(s -> s == IDLE ? IDLE : RUNNING_AND_WOKEN) != IDLE;
    }

    /** Notes the wish to run; true if the caller is the one who must. */
    private boolean start() {
        return state.getAndUpdate(s -> s == IDLE ? RUNNING : RUNNING_AND_WOKEN) == IDLE;
    }

    private void run() {
        do {
            state.set(RUNNING);
            try {
                drain();
            } catch (Throwable e) {
                state.set(IDLE);
                throw e;
            }
        } while (!state.compareAndSet(RUNNING, IDLE));
    }

    private void drain() {
        boolean more = true;
        while (more && !stopping && !backoff.resting()) {
            more = pass() > 0;
        }
    }

    /** One batch; returns how many events it published. */
    private int pass() {
        try {
            Batch batch = transactions.inNew(this::publishDue);
            if (batch.failure() != null) {
                failed(batch.failure());
            } else if (batch.published() > 0 && backoff.failures() > 0) {
                Log.publishingResumed(backoff.failingFor(), backoff.failures());
                backoff.succeeded();
            }
            return batch.published();
        } catch (Exception e) {
            failed(e);
            return 0;
        }
    }

    /**
     * Says so at the first failure, and later when the cause is another one, once a minute at most. While the application
     * stops it is no outage: a server may take datasource and broker away at the same time.
     */
    private void failed(Exception failure) {
        if (stopping) {
            return;
        }
        backoff.failed();
        String found = failure.toString();
        boolean changed = !found.equals(cause) && System.nanoTime() - saidAt > CAUSE_INTERVAL.toNanos();
        if (backoff.failures() == 1 || changed) {
            cause = found;
            saidAt = System.nanoTime();
            Log.publishingFailed(failure);
        }
    }

    /** What came of a batch: how many events are in the broker and out of the table, and why others are not. */
    private record Batch(int published, Exception failure) {}

    /** The broker confirms before the rows are deleted; the deletion commits with the release of the lanes. */
    private Batch publishDue() {
        int published = 0;
        Exception failure = null;
        Map<Publishers.Group, List<QueuedEvent>> groups = new LinkedHashMap<>();
        for (QueuedEvent due : store.takeDue(batchSize)) {
            try {
                groups.computeIfAbsent(publishers.groupOf(due.event()), group -> new ArrayList<>())
                        .add(due);
            } catch (OnceboxException e) {
                failure = e;
            }
        }
        for (Map.Entry<Publishers.Group, List<QueuedEvent>> group : groups.entrySet()) {
            Exception refused = publish(group.getKey().publisher(), group.getValue());
            if (refused == null) {
                store.delete(group.getValue());
                published += group.getValue().size();
            } else {
                failure = refused;
            }
        }
        return new Batch(published, failure);
    }

    /** Returns why the events were not confirmed, or {@code null}. */
    private static Exception publish(EventPublisher publisher, List<QueuedEvent> events) {
        long start = System.nanoTime();
        try {
            publisher.publish(events.stream().map(QueuedEvent::event).toList());
            Log.published(events.size(), Duration.ofNanos(System.nanoTime() - start));
            return null;
        } catch (Exception e) {
            return e;
        }
    }
}
