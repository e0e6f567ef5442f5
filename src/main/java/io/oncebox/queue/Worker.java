// SPDX-License-Identifier: Apache-2.0
package io.oncebox.queue;

import java.time.Duration;
import java.util.BitSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * One thread's worth of a relay. It runs cycles when it is woken, until nothing is left for it; wake-ups during a cycle are
 * folded into one more. Thread-safe.
 */
final class Worker {

    private static final int IDLE = 0;
    private static final int RUNNING = 1;
    private static final int RUNNING_AND_WOKEN = 2;

    /** Rests while another relay has the lanes that this one wants: 1, 2, 4 … ms, a quarter of a second in all. */
    private static final Duration FIRST_PAUSE = Duration.ofMillis(1);

    private static final int PAUSES = 8;

    /** While commits come faster than cycles, it rests between them as long as they take, so that batches grow. */
    private static final Duration LONGEST_COLLECTING = Duration.ofMillis(5);

    private final int number;
    private final Relay relay;
    private final AtomicInteger state = new AtomicInteger(IDLE);
    private final AtomicBoolean queued = new AtomicBoolean();
    private volatile Thread thread;
    private volatile long cycleSince;

    Worker(int number, Relay relay) {
        this.number = number;
        this.relay = relay;
    }

    boolean running() {
        return state.get() != IDLE;
    }

    /** For how long the current cycle has been under way; zero between cycles. */
    Duration cycleTime() {
        long since = cycleSince;
        return since == 0 ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - since);
    }

    /** Has it look once more if it runs; says whether it does. */
    boolean noteWhileRunning() {
        int before = state.getAndUpdate(s -> s == IDLE ? IDLE : RUNNING_AND_WOKEN);
        if (before == RUNNING) {
            LockSupport.unpark(thread);
        }
        return before != IDLE;
    }

    /** Has it run on another thread, soon. Cheap when it is about to do so already. */
    void wake() {
        if (!noteWhileRunning() && queued.compareAndSet(false, true)) {
            relay.execute(this::run, () -> queued.set(false));
        }
    }

    /** Runs until nothing is left, on the calling thread; if another thread is doing so, that one looks once more. */
    void run() {
        queued.set(false);
        if (!begin()) {
            return;
        }
        try {
            long start = System.nanoTime();
            drain();
            while (!endUnlessWoken()) {
                collectMore(System.nanoTime() - start);
                state.set(RUNNING);
                start = System.nanoTime();
                drain();
            }
        } catch (Throwable e) {
            end();
            throw e;
        }
    }

    /** Not to be cut short by the wake-up that it waits for more of. */
    private static void collectMore(long nanos) {
        long end = System.nanoTime() + Math.min(nanos, LONGEST_COLLECTING.toNanos());
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /**
     * Makes one cycle on the calling thread, and further ones on another. For a timer: a container that stops a bean may
     * wait until its methods have returned before it says so.
     */
    void runOnce() {
        if (!begin()) {
            return;
        }
        boolean more = false;
        boolean woken;
        try {
            more = cycle(0, 1).more();
        } finally {
            woken = end();
        }
        if (more || woken) {
            wake();
        }
    }

    /** Notes the wish to run; true if the caller is the one who must. */
    private boolean begin() {
        boolean mine = state.getAndUpdate(s -> s == IDLE ? RUNNING : RUNNING_AND_WOKEN) == IDLE;
        if (mine) {
            thread = Thread.currentThread();
        }
        return mine;
    }

    /** Returns whether it was woken meanwhile. */
    private boolean end() {
        return state.getAndSet(IDLE) == RUNNING_AND_WOKEN;
    }

    private boolean woken() {
        return state.get() == RUNNING_AND_WOKEN;
    }

    private boolean endUnlessWoken() {
        return state.compareAndSet(RUNNING, IDLE);
    }

    /**
     * Looks at its own share of the lanes while others run beside it, and at all that are free when its share is done. Events
     * in lanes that another relay has locked may have come too late for that one: it looks again, until it has seen each
     * lane once.
     */
    private void drain() {
        BitSet seen = new BitSet();
        int pauses = 0;
        boolean alone = !relay.othersRun(this);
        while (relay.mayRun()) {
            Coordinator.Result result = alone ? cycle(0, 1) : cycle(number, relay.workers());
            result.lanes().numbers().forEach(seen::set);
            if (result.more()) {
                relay.wakeOneMore();
                alone = !relay.othersRun(this);
            } else if (!alone) {
                alone = true;
            } else if (sawAll(result, seen) || pauses == PAUSES || woken()) {
                return;
            } else {
                LockSupport.parkNanos(FIRST_PAUSE.toNanos() << pauses);
                pauses++;
            }
        }
    }

    private static boolean sawAll(Coordinator.Result result, BitSet seen) {
        int total = result.lanes().total();
        return total > 0 && seen.cardinality() == total;
    }

    private Coordinator.Result cycle(int share, int shares) {
        cycleSince = System.nanoTime();
        try {
            return relay.cycle(share, shares);
        } finally {
            cycleSince = 0;
        }
    }
}
