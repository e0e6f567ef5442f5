// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import io.onceward.api.OncewardException;
import io.onceward.log.Causes;
import io.onceward.queue.outage.BrokerConnection;
import io.onceward.queue.outage.CircuitBreakers;
import io.onceward.queue.outage.Outage;
import io.onceward.queue.outage.Resource;
import io.onceward.spi.MessageSource;
import io.onceward.spi.MessageSource.Sink;
import io.onceward.spi.MessageSource.UnstorableException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Receives the messages of one channel on this node and stores them, on one thread, which the timer starts. Thread-safe.
 */
public final class Receiver {

    /** Longest run of one task of the executor, so that a container does not report it as hung. */
    private static final Duration LONGEST_TASK = Duration.ofSeconds(30);

    /** The time that the broker waits for a message; stopping waits as long. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    /** Pause after a message that can't be stored, until the broker redelivers it. */
    private static final Duration PAUSE = Duration.ofMillis(200);

    /** The time in which messages are received singly after a failure: the broker may redeliver the message late. */
    private static final Duration SINGLY = Duration.ofSeconds(10);

    /** A batch that was acknowledged comes again at most after a failure. A sender may repeat a message some times. */
    private static final int MOST_REPETITIONS = 10;

    private final String channel;
    private final String origin;
    private final Resource resource;
    private final MessageSource source;
    private final Storage storage;
    private final Callable<?> database;
    private final Executor executor;
    private final int batchSize;
    private final CircuitBreakers breakers;
    private final AtomicBoolean running = new AtomicBoolean();
    private volatile boolean stopping;

    /** Until then messages are received singly, because one of them may be the one that can't be stored. */
    private long singlyUntil = System.nanoTime();

    /** The identity of the first message of the last batch; {@code null} if it was empty. */
    private String first;

    /** The number of batches in a row that began with this message, without the first one. */
    private int repetitions;

    /** Stores what is received. */
    @FunctionalInterface
    public interface Storage {

        /**
         * Stores messages and commits.
         *
         * @param messages at least one
         * @return the identity of the first message
         * @throws Exception if not all of them were stored
         */
        String store(List<?> messages) throws Exception;
    }

    /**
     * @param origin the destination to receive from
     * @param database fails if the database takes no writes
     * @param breakers closed ones, for this receiver alone
     */
    public Receiver(
            String channel,
            String origin,
            MessageSource source,
            Storage storage,
            Callable<?> database,
            Executor executor,
            CircuitBreakers breakers,
            int batchSize) {
        this.channel = channel;
        this.origin = origin;
        this.resource = Resource.receiver(channel);
        this.source = source;
        this.storage = storage;
        this.database = database;
        this.executor = executor;
        this.breakers = breakers;
        this.batchSize = batchSize;
    }

    /** Returns the connection by which it receives. */
    public BrokerConnection connection() {
        String scheme = origin.substring(0, Math.max(0, origin.indexOf(':')));
        return new BrokerConnection(scheme, origin, true, List.of(channel), outage().orElse(null));
    }

    /** Starts to receive, unless the receiver runs or its circuit breaker is open. */
    public void tick() {
        if (!stopping && !breakers.isOpen(resource) && running.compareAndSet(false, true)) {
            try {
                executor.execute(this::run);
            } catch (RuntimeException | Error e) {
                running.set(false);
                InboxLog.receiverRejected(channel, e);
            }
        }
    }

    /** Returns the outage, if the last attempt to receive or store failed. */
    public Optional<Outage> outage() {
        return breakers.outages(Set.of(Resource.Kind.RECEIVER)).stream().findFirst();
    }

    /** Stops receiving after the current batch. */
    public void halt() {
        stopping = true;
    }

    /** Returns whether it receives or stores a batch. */
    public boolean isRunning() {
        return running.get();
    }

    private void run() {
        long end = System.nanoTime() + LONGEST_TASK.toNanos();
        try {
            while (!stopping && !breakers.isOpen(resource) && System.nanoTime() - end < 0) {
                receive();
            }
        } finally {
            running.set(false);
        }
        tick();
    }

    private void receive() {
        Attempt attempt = new Attempt(storage);
        try {
            if (breakers.hasFailed(resource)) {
                database.call(); // before receiving: the broker counts each failed delivery
            }
            if (stopping) {
                return; // the stop may have begun while the database did not answer
            }
            boolean singly = System.nanoTime() - singlyUntil < 0;
            source.receive(origin, singly ? 1 : batchSize, PATIENCE, attempt);
            requireProgress(attempt);
            breakers.succeeded(resource);
        } catch (Exception e) {
            if (!stopping) {
                failed(attempt, e);
            }
        }
    }

    /** @throws OncewardException if the broker delivers messages again and again that were acknowledged */
    private void requireProgress(Attempt attempt) {
        repetitions = attempt.first != null && attempt.first.equals(first) ? repetitions + 1 : 0;
        first = attempt.first;
        if (repetitions >= MOST_REPETITIONS) {
            throw InboxErrors.noProgress(channel, origin, first);
        }
    }

    /** Opens the circuit breaker, unless a message is at fault: then its neighbours are received without it. */
    private void failed(Attempt attempt, Exception failure) {
        Duration open = Duration.ZERO;
        if (attempt.failure == null || !Causes.isFaultOfMessage(attempt.failure)) {
            open = breakers.failed(resource, failure);
        } else if (attempt.messages == 1) {
            InboxLog.notStored(channel, failure instanceof UnstorableException ? attempt.failure : failure);
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        if (attempt.failure != null) {
            singlyUntil = System.nanoTime() + open.plus(SINGLY).toNanos();
        }
    }

    /** One attempt: the number of messages received, and the identity of the first one or why they could not be stored. */
    private static final class Attempt implements Sink {

        private final Storage storage;
        private int messages;
        private String first;
        private Exception failure;

        Attempt(Storage storage) {
            this.storage = storage;
        }

        @Override
        public void store(List<?> received) throws Exception {
            messages = received.size();
            try {
                first = storage.store(received);
            } catch (Exception e) {
                failure = e;
                throw messages == 1 && Causes.isFaultOfMessage(e) ? new UnstorableException(e) : e;
            }
        }
    }
}
