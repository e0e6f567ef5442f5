// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms.check;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;

/** One run of the check of a connection. Thread-safe. */
final class CheckAttempt implements Runnable, ConnectionTurns.Holder {

    private final String connection;
    private final ConnectionCheck.Probe probe;
    private final ConnectionTurns turns;
    private final Duration limit;
    private final Duration patience;
    private final BiConsumer<CheckAttempt, Exception> atEnd;

    private Thread thread;
    private boolean probing;
    private long limitEnd;

    /** Why it was interrupted; {@code null} if it was not. */
    private Exception interruption;

    private long interruptedAt;

    /** Whether it is reporting its end, and nothing may replace it any more. */
    private boolean ending;

    private boolean ended;
    private long endedAt;
    private Exception failure;

    /**
     * @param limit how long the probe may take
     * @param patience how long it may go on after the interrupt
     * @param atEnd takes why it failed, or {@code null}, before waiting threads go on
     */
    CheckAttempt(
            String connection,
            ConnectionCheck.Probe probe,
            ConnectionTurns turns,
            Duration limit,
            Duration patience,
            BiConsumer<CheckAttempt, Exception> atEnd) {
        this.connection = connection;
        this.probe = probe;
        this.turns = turns;
        this.limit = limit;
        this.patience = patience;
        this.atEnd = atEnd;
    }

    @Override
    public void run() {
        Exception found = null;
        try {
            enter();
            turns.take(connection, this);
            try {
                beginProbe();
                probe.run();
            } finally {
                turns.giveBack(connection, this);
            }
        } catch (Exception e) {
            found = e;
        } catch (Error e) {
            found = new IllegalStateException(e);
        }
        end(found);
    }

    private synchronized void enter() throws Exception {
        if (interruption != null) {
            throw new InterruptedException();
        }
        thread = Thread.currentThread();
    }

    /** The time in which it waits for its turn does not count. */
    private synchronized void beginProbe() {
        probing = true;
        limitEnd = System.nanoTime() + limit.toNanos();
    }

    /** Ends it. Its thread calls this, or the one that got no thread for it. */
    void end(Exception found) {
        Exception reason = beginEnd(found);
        atEnd.accept(this, reason);
        synchronized (this) {
            thread = null;
            ended = true;
            endedAt = System.nanoTime();
            failure = reason;
            notifyAll();
        }
    }

    /** What an interrupt causes says nothing of the connection. */
    private synchronized Exception beginEnd(Exception found) {
        ending = true;
        if (found == null || interruption == null) {
            return found;
        }
        interruption.initCause(found);
        return interruption;
    }

    /** Returns whether it runs, or ended less than this ago. */
    synchronized boolean stands(Duration pause) {
        return !ended || System.nanoTime() - endedAt < pause.toNanos();
    }

    @Override
    public synchronized boolean isGivenUp() {
        if (ending || !probing) {
            return false;
        }
        if (interruption == null && System.nanoTime() - limitEnd >= 0) {
            interrupt(new TimeoutException(
                    "The check of the connection got no answer within " + limit.toSeconds() + " s"));
        }
        return interruption != null && System.nanoTime() - interruptedAt >= patience.toNanos();
    }

    /** Interrupts it, because Onceward stops. */
    synchronized void stop() {
        if (!ended) {
            interrupt(new IllegalStateException("Onceward stops, and ends the check of the connection"));
        }
    }

    private void interrupt(Exception why) {
        if (interruption == null) {
            interruption = why;
            interruptedAt = System.nanoTime();
        }
        if (thread != null) {
            thread.interrupt();
        }
    }

    /** Takes the turn of an attempt that another one replaces. */
    void loseTurn() {
        turns.giveBack(connection, this);
    }

    /**
     * Waits for the end.
     *
     * @param deadline when the wait ends, as a value of {@link System#nanoTime()}
     * @throws Exception why it failed, or a {@link TimeoutException} if it has not ended until then
     */
    synchronized void await(long deadline) throws Exception {
        for (long left = deadline - System.nanoTime(); !ended && left > 0; left = deadline - System.nanoTime()) {
            wait(TimeUnit.NANOSECONDS.toMillis(left) + 1); // never 0, which has no end
        }
        if (!ended) {
            throw new TimeoutException("The check of the connection has no result yet, and goes on");
        }
        if (failure != null) {
            throw failure;
        }
    }
}
