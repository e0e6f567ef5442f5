// SPDX-License-Identifier: Apache-2.0
package io.oncebox.inbox;

import io.oncebox.log.Causes;
import io.oncebox.log.Log;
import io.oncebox.queue.CircuitBreakers;
import io.oncebox.spi.MessageSource;
import io.oncebox.spi.MessageSource.Sink;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Receives the messages of one channel on this node and has them stored: one thread, which the timer starts and which starts
 * itself again. Thread-safe.
 */
public final class Receiver {

    /** For how long one task of the executor goes on, so that a container does not take it for hung. */
    private static final Duration SHIFT = Duration.ofSeconds(30);

    /** How long the broker is asked to wait for a message; the end of a reception waits as long. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    /** Between two tries to store a message that can't be: until the broker gives it up. */
    private static final Duration PAUSE = Duration.ofMillis(200);

    /** For how long messages are received one by one after some could not be stored: it may come back with a delay. */
    private static final Duration SINGLY = Duration.ofSeconds(10);

    private static final Duration STOP_STEP = Duration.ofMillis(10);

    private final String channel;
    private final String origin;
    private final String name;
    private final MessageSource source;
    private final Sink sink;
    private final Callable<?> database;
    private final Executor executor;
    private final int batchSize;
    private final CircuitBreakers breakers = new CircuitBreakers();
    private final AtomicBoolean running = new AtomicBoolean();
    private volatile boolean stopping;

    /** Until then messages are received one by one, because one of them may be what can't be stored. */
    private long singlyUntil = System.nanoTime();

    /**
     * @param origin what is received from
     * @param sink stores messages and commits
     * @param database fails if the database takes no writes
     */
    public Receiver(
            String channel,
            String origin,
            MessageSource source,
            Sink sink,
            Callable<?> database,
            Executor executor,
            int batchSize) {
        this.channel = channel;
        this.origin = origin;
        this.name = "The receiver of channel '" + channel + "'";
        this.source = source;
        this.sink = sink;
        this.database = database;
        this.executor = executor;
        this.batchSize = batchSize;
    }

    /** Sees to it that messages are received. */
    public void tick() {
        if (!stopping && !breakers.isOpen(name) && running.compareAndSet(false, true)) {
            try {
                executor.execute(this::run);
            } catch (RuntimeException e) {
                running.set(false);
                Log.receiverRejected(channel, e);
            }
        }
    }

    /** The channel, if nothing could be received or stored when it was tried last. */
    public Optional<String> failing() {
        return breakers.hasFailed(name) ? Optional.of(channel) : Optional.empty();
    }

    /** Begins to receive nothing more. */
    public void halt() {
        stopping = true;
    }

    /** Waits, at most this long, until nothing is under way. */
    public void stop(Duration patience) {
        halt();
        long deadline = System.nanoTime() + patience.toNanos();
        while (running.get() && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(STOP_STEP.toNanos());
        }
    }

    private void run() {
        long end = System.nanoTime() + SHIFT.toNanos();
        try {
            while (!stopping && !breakers.isOpen(name) && System.nanoTime() - end < 0) {
                receive();
            }
        } finally {
            running.set(false);
        }
        tick();
    }

    private void receive() {
        Attempt attempt = new Attempt(sink);
        try {
            if (breakers.hasFailed(name)) {
                database.call(); // before anything is received: each delivery in vain counts with the broker
            }
            boolean singly = System.nanoTime() - singlyUntil < 0;
            source.receive(origin, singly ? 1 : batchSize, PATIENCE, attempt);
            breakers.succeeded(name);
        } catch (Exception e) {
            if (!stopping) {
                failed(attempt, e);
            }
        }
    }

    /** What is no message's fault by all that is known costs a rest; if it is one's, it takes no others with it. */
    private void failed(Attempt attempt, Exception failure) {
        Duration rest = Duration.ZERO;
        if (attempt.failure == null || !Causes.isFaultOfMessage(attempt.failure)) {
            rest = breakers.failed(name, failure);
        } else if (attempt.messages == 1) {
            Log.notStored(channel, attempt.failure);
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        if (attempt.failure != null) {
            singlyUntil = System.nanoTime() + rest.plus(SINGLY).toNanos();
        }
    }

    /** Knows how many messages were there, and whether they could be stored. */
    private static final class Attempt implements Sink {

        private final Sink sink;
        private int messages;
        private Exception failure;

        Attempt(Sink sink) {
            this.sink = sink;
        }

        @Override
        public void store(List<?> received) throws Exception {
            messages = received.size();
            try {
                sink.store(received);
            } catch (Exception e) {
                failure = e;
                throw e;
            }
        }
    }
}
