// SPDX-License-Identifier: Apache-2.0
package io.oncebox.queue;

import java.time.Duration;
import java.util.BitSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * One thread of a relay. Woken, it runs cycles until no event is left for it; wake-ups during a cycle lead to one more cycle.
 * Thread-safe.
 */
final class Worker {

    private static final int IDLE = 0;
    private static final int RUNNING = 1;
    private static final int RUNNING_AND_WOKEN = 2;

    /** The first pause while another relay has the lanes that this one needs: 1, 2, 4 … ms, a quarter of a second together. */
    private static final Duration FIRST_PAUSE = Duration.ofMillis(1);

    private static final int PAUSES = 8;

    /** The longest pause between cycles: while commits come faster than cycles, pauses let batches grow. */
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

    /** Returns the duration of the current cycle so far; zero between cycles. */
    Duration cycleTime() {
        long since = cycleSince;
        return since == 0 ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - since);
    }

    /** Makes a running worker look once more; returns whether it runs. */
    boolean noteWhileRunning() {
        int before = state.getAndUpdate(s -> s == IDLE ? IDLE : RUNNING_AND_WOKEN);
        if (before == RUNNING) {
            LockSupport.unpark(thread);
        }
        return before != IDLE;
    }

    /** Runs the worker on another thread, soon. Cheap if it is already about to run. */
    void wake() {
        if (!noteWhileRunning() && queued.compareAndSet(false, true)) {
            relay.execute(this::run, () -> queued.set(false));
        }
    }

    /** Runs cycles on the calling thread until no event is left; if another thread does so, that thread looks once more. */
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

    /** Waits for further commits; the wake-ups of these commits do not end the wait. */
    private static void collectMore(long nanos) {
        long end = System.nanoTime() + Math.min(nanos, LONGEST_COLLECTING.toNanos());
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /**
     * Runs one cycle on the calling thread, and further ones on another. For a timer: a container that stops a bean may first
     * wait until its methods have returned.
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

    /** Marks the worker as running; {@code true} if the calling thread must run it. */
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
     * Takes its own share of the lanes while other workers run, and all free lanes when its share is done. Events in lanes that
     * another relay has locked may be too late for that relay: the worker looks again until it has seen each lane once.
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
