// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.start;

import io.onceward.api.NotReadyException;
import io.onceward.api.OncewardException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The gate between the application and Onceward, which opens when the start has succeeded. Deliveries and calls wait in front of
 * it for a limited time instead of failing: a delivery that fails costs the message an attempt of its broker.
 *
 * <p>The danger is a deadlock: code that waits for the start on the thread that makes it, or that a server runs before it calls the
 * start. So the thread of the current attempt never waits, and before the first attempt only deliveries do, which have threads of
 * their own. A start that ends, however it ends, wakes all. A stop wins over every attempt that is running: the gate never opens after
 * it. Thread-safe.
 */
final class StartGate {

    private enum Phase {

        /** The application has not called the start yet. */
        NEW,

        /** The first attempt to start is running. */
        FIRST_ATTEMPT,

        /** An attempt has failed, and others follow. */
        POSTPONED,

        /** The start has succeeded. */
        OPEN,

        /** The deployment is refused. No attempt follows: the timer that would make one exists only after the first attempt. */
        REFUSED,

        /** The application stops before the start has succeeded. No attempt follows. */
        STOPPED
    }

    /** A delivery waits for any attempt: the broker redelivers a message only so often. */
    private static final Set<Phase> DELIVERY_WAITS = EnumSet.of(Phase.NEW, Phase.FIRST_ATTEMPT, Phase.POSTPONED);

    /**
     * A call waits for the first attempt alone. Before it, the application itself may be starting, on the thread that starts
     * Onceward afterwards. After it, the database may be down for long, and a caller that waited would hold its thread and connections.
     */
    private static final Set<Phase> CALL_WAITS = EnumSet.of(Phase.FIRST_ATTEMPT);

    private volatile Phase phase = Phase.NEW;
    private volatile OncewardException reason;
    private Thread starter;

    /** Returns whether the start has succeeded. */
    boolean isOpen() {
        return phase == Phase.OPEN;
    }

    /** Returns why the last attempt failed; empty before the first failure and after the start. */
    Optional<OncewardException> reason() {
        return Optional.ofNullable(reason);
    }

    /** Begins an attempt to start on this thread; returns {@code false} if none is needed, or another one is running. */
    synchronized boolean beginAttempt() {
        if (isOpen() || phase == Phase.STOPPED || starter != null) {
            return false;
        }
        starter = Thread.currentThread();
        if (phase == Phase.NEW) {
            phase = Phase.FIRST_ATTEMPT;
        }
        return true;
    }

    /** Ends a successful attempt. */
    void open() {
        end(Phase.OPEN, null);
    }

    /** Ends an attempt that will be repeated. */
    void postpone(OncewardException cause) {
        end(Phase.POSTPONED, cause);
    }

    /** Ends an attempt that refuses the deployment. */
    void refuse(OncewardException cause) {
        end(Phase.REFUSED, cause);
    }

    private synchronized void end(Phase next, OncewardException cause) {
        starter = null;
        reason = cause;
        if (phase != Phase.STOPPED) {
            phase = next;
        }
        notifyAll();
    }

    /** Returns whether the application has stopped before the start succeeded. */
    boolean isStopped() {
        return phase == Phase.STOPPED;
    }

    /** Ends all waiting before the start, because the application stops. */
    synchronized void stop() {
        if (!isOpen()) {
            phase = Phase.STOPPED;
            notifyAll();
        }
    }

    /**
     * Waits until the start has succeeded.
     *
     * @throws NotReadyException if this takes longer, or the deployment is refused, or the application stops
     */
    void awaitForDelivery(Duration longest) {
        await(DELIVERY_WAITS, longest);
        if (!isOpen()) {
            throw notReady(longest);
        }
    }

    /**
     * Waits as a delivery does, but not before the first attempt: the application may be starting on the thread that starts
     * Onceward afterwards.
     *
     * @throws NotReadyException as for a delivery
     */
    void awaitForStore(Duration longest) {
        if (phase != Phase.NEW) {
            awaitForDelivery(longest);
        }
    }

    /**
     * Waits until the first attempt to start has ended, unless it runs on this thread.
     *
     * @throws NotReadyException if this takes longer
     */
    void awaitForCall(Duration longest) {
        if (await(CALL_WAITS, longest)) {
            throw notReady(longest);
        }
    }

    /** Waits while the gate is in one of these phases; returns whether it still is, and another thread starts. */
    private boolean await(Set<Phase> waiting, Duration longest) {
        return waiting.contains(phase) && awaitOtherThread(waiting, longest);
    }

    private synchronized boolean awaitOtherThread(Set<Phase> waiting, Duration longest) {
        long deadline = System.nanoTime() + longest.toNanos();
        while (waiting.contains(phase) && starter != Thread.currentThread()) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return true;
            }
            try {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw StartErrors.notReady(e);
            }
        }
        return false;
    }

    private OncewardException notReady(Duration longest) {
        OncewardException known = reason;
        if (known != null) {
            return StartErrors.notReady(known);
        }
        return StartErrors.notReady(
                phase == Phase.STOPPED
                        ? new IllegalStateException("the application stops")
                        : new TimeoutException("the start took longer than onceward.start-wait=" + longest));
    }
}
