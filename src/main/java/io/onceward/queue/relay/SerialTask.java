// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.queue.Time;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Work that runs on an executor, on one thread at a time. A request while it runs leads to one more run. Thread-safe.
 */
final class SerialTask implements TaskChain.Task {

    private enum State {
        IDLE,
        QUEUED,
        RUNNING,
        RUNNING_AND_REQUESTED,
        CLOSED
    }

    private final Executor executor;
    private final Runnable work;
    private final BooleanSupplier yields;
    private final AtomicReference<State> state = new AtomicReference<>(State.IDLE);
    private volatile Thread thread;
    private volatile long stepBegan;
    private volatile boolean urgent;

    /** @param yields whether a further run waits in the executor behind others, which may need this thread */
    SerialTask(Executor executor, BooleanSupplier yields, Runnable work) {
        this.executor = executor;
        this.yields = yields;
        this.work = work;
    }

    /** Has the work run soon. Cheap if it is about to run already. */
    void request() {
        request(executor::execute);
    }

    /** Has the work run soon: on the calling thread, if the chain allows it and the work neither runs nor waits for a thread. */
    void requestNext(TaskChain chain) {
        request(chain::next);
    }

    private void request(Consumer<TaskChain.Task> begins) {
        if (state.get() == State.IDLE) {
            step();
        }
        State before = state.getAndUpdate(SerialTask::requested);
        if (before == State.IDLE) {
            execute(begins);
        } else if (before == State.RUNNING) {
            LockSupport.unpark(thread);
        }
    }

    private static State requested(State now) {
        if (now == State.CLOSED) {
            return now;
        }
        return now == State.IDLE || now == State.QUEUED ? State.QUEUED : State.RUNNING_AND_REQUESTED;
    }

    /** Has the work run without a pause. */
    void requestAtOnce() {
        urgent = true;
        request();
        LockSupport.unpark(thread);
    }

    /** Has the work run without a pause, on the calling thread if the chain allows it. */
    void requestNextAtOnce(TaskChain chain) {
        urgent = true;
        requestNext(chain);
        LockSupport.unpark(thread);
    }

    private void execute(Consumer<TaskChain.Task> begins) {
        try {
            begins.accept(this);
        } catch (RuntimeException | Error e) { // such as too many threads
            rejected(e);
        }
    }

    /** Begins what was requested. Called by the executor or the chain. */
    @Override
    public void run() {
        if (state.compareAndSet(State.QUEUED, State.RUNNING)) {
            repeat();
        }
    }

    /** The transaction that woke it has committed and must not be disturbed. */
    @Override
    public void rejected(Throwable cause) {
        state.compareAndSet(State.QUEUED, State.IDLE);
        RelayLog.wakeUpRejected(cause);
    }

    private void repeat() {
        thread = Thread.currentThread();
        try {
            step();
            work.run();
            while (!state.compareAndSet(State.RUNNING, State.IDLE)) {
                if (yields.getAsBoolean()) {
                    state.set(State.QUEUED);
                    execute(executor::execute);
                    return;
                }
                state.set(State.RUNNING);
                step();
                work.run();
            }
        } catch (Throwable e) {
            state.set(State.IDLE);
            throw e;
        }
    }

    /** Notes that the work is about to see all requests so far, which need no further run. Called on the thread that runs the work. */
    void acknowledge() {
        urgent = false;
        state.compareAndSet(State.RUNNING_AND_REQUESTED, State.RUNNING);
    }

    /** Waits on the thread that runs the work; only urgent requests end the wait. */
    void pause(long nanos) {
        long end = Time.SYSTEM.nanos() + nanos;
        for (long left = nanos; left > 0 && !urgent; left = end - Time.SYSTEM.nanos()) {
            LockSupport.parkNanos(left);
        }
    }

    /** Waits until it is requested again, on the thread that runs the work. */
    void awaitRequest(Duration longest) {
        long end = Time.SYSTEM.nanos() + longest.toNanos();
        for (long left = longest.toNanos(); left > 0 && !isRequested(); left = end - Time.SYSTEM.nanos()) {
            LockSupport.parkNanos(left);
        }
    }

    /** Returns whether it was requested during its current run. */
    boolean isRequested() {
        return state.get() == State.RUNNING_AND_REQUESTED;
    }

    /** Returns whether it runs. If it does not, it begins after the next request at the earliest. */
    boolean isRunning() {
        State now = state.get();
        return now == State.RUNNING || now == State.RUNNING_AND_REQUESTED;
    }

    /** Notes that the work makes progress. */
    void step() {
        stepBegan = Time.SYSTEM.nanos();
    }

    /** Returns how long it has been in its current step, or has waited for the executor; zero while there is no work. */
    Duration inStep() {
        return isActive() ? Duration.ofNanos(Time.SYSTEM.nanos() - stepBegan) : Duration.ZERO;
    }

    /** Returns whether it runs, or is about to. */
    boolean isActive() {
        State now = state.get();
        return now != State.IDLE && now != State.CLOSED;
    }

    /** Closes it, unless it runs or is about to: then it ignores requests. Returns whether it is closed. */
    boolean close() {
        return state.compareAndSet(State.IDLE, State.CLOSED) || state.get() == State.CLOSED;
    }
}
