// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.log.Causes;
import io.onceward.queue.Side;
import io.onceward.queue.outage.CircuitBreakers;
import io.onceward.queue.outage.Resource;
import io.onceward.queue.store.Controls;
import io.onceward.queue.store.Lanes;
import io.onceward.queue.store.QueueStore;
import io.onceward.queue.store.RetryPolicy;
import io.onceward.spi.Transactions;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Publishes the events of one queue on this node. It runs when a commit wakes it and when the timer ticks. One sender works as
 * long as it keeps up, and more join while there is a backlog. Thread-safe.
 */
final class Relay {

    /** A longer batch is logged. */
    private static final Duration LONG_BATCH = Duration.ofSeconds(30);

    /** While a circuit breaker is open, looking for other events takes one part in so many of the time. */
    private static final int IDLE_PARTS = 20;

    /** Longest time without a look: after a single slow one the relay must still see that the broker is back. */
    private static final Duration LONGEST_IDLE = Duration.ofSeconds(10);

    /** The duration of a batch after which further events no longer wait for its sender. */
    private static final Duration LONG_WAIT = Duration.ofMillis(100);

    /** The longest pause between two looks: while commits come faster than looks, pauses let batches grow. */
    private static final Duration LONGEST_COLLECTING = Duration.ofMillis(5);

    /** The time between two looks into lanes whose events other nodes may commit, after a look that has found some. */
    private static final Duration FIRST_SHARED_LOOK = Duration.ofMillis(1);

    /** The longest time between two of these looks: it doubles with each that finds nothing. */
    private static final Duration LONGEST_SHARED_LOOK = Duration.ofMillis(8);

    /** How long a node keeps idle lanes that another node may want. */
    private static final Duration SHARED_IDLE = Duration.ofMillis(50);

    /** The time between two looks into the lanes that a node keeps longer, because senders have some of their events. */
    private static final Duration BUSY_LOOK = Duration.ofMillis(100);

    /** Most bytes of the payloads of a key that wait for a sender, for each event of a batch: a quarter of those in flight. */
    private static final long KEY_BYTES = 2L << 20;

    private final Resource database;
    private final Resource lanes;
    private final String label;
    private final String queueId;
    private final QueueStore queue;
    private final NodeLease node;
    private final QueueControls controls;
    private final Transactions transactions;
    private final QueueMetrics metrics;
    private final CircuitBreakers breakers;
    private final QueueBreaker breaker;
    private final RelaySettings settings;
    private final int batchSize;
    private final Flight flight;
    private final Coordinator coordinator;
    private final SerialTask coordination;
    private final LockWatch locks;
    private final Supplier<Sender> newSender;
    private final List<Sender> senders;
    private final List<Sender> abandoned = new CopyOnWriteArrayList<>();
    private final AtomicBoolean longBatchLogged = new AtomicBoolean();
    private final AtomicBoolean left = new AtomicBoolean();
    private final Set<Integer> wokenSlots = new HashSet<>();
    private boolean wokenForAll;
    private boolean wokenForDue;
    private long activeAt = System.nanoTime();
    private long lookedForDue = System.nanoTime() - Duration.ofDays(1).toNanos();
    private volatile long idleUntil = System.nanoTime();
    private volatile Set<Resource> failing = Set.of();
    private volatile Instant lastPublished;
    private volatile boolean stopping;
    private volatile RetryPolicy policy;

    Relay(SideContext side, QueueStore queue, RelayParts parts) {
        this.database = side.database();
        this.label = label(queue.side(), queue.name());
        this.lanes = lanes(database, queue.side(), queue.name());
        this.queueId = queue.side().text() + ":" + queue.name();
        this.queue = queue;
        this.node = side.node().lease();
        this.controls = side.controls();
        this.transactions = side.node().transactions();
        this.metrics = parts.metrics();
        this.breakers = side.breakers();
        this.breaker = parts.breaker();
        this.settings = parts.settings();
        this.policy = settings.policy();
        this.batchSize = settings.batchSize();
        this.flight = new Flight(
                ReadSizes.FOR_EACH_SENDER * batchSize,
                KEY_BYTES * batchSize,
                side.node().payloads());
        this.coordinator = new Coordinator(side, queue, parts, flight, () -> policy, ReadSizes.of(settings));
        Executor executor = side.node().executor();
        this.locks = new LockWatch(label, queue, executor);
        this.coordination = new SerialTask(executor, this::collectingNanos, this::sendersWait, this::coordinate);
        this.newSender = () -> new Sender(
                executor,
                flight,
                batchSize,
                ends -> new BatchAttempt(parts.outlets(), breakers, breaker, metrics, ends),
                () -> stopping,
                this::reported);
        this.senders = new CopyOnWriteArrayList<>();
        IntStream.range(0, settings.senders()).forEach(number -> senders.add(newSender.get()));
    }

    /** Has the relay look for events in the lanes of these slots, soon; in all lanes if there are none. */
    void wake(Set<Integer> slots) {
        if (mayRun()) {
            note(slots, false);
            coordination.request();
        }
    }

    /** Has the relay look for events in all lanes, also for those whose time has come. */
    void tick() {
        if (mayRun()) {
            note(Set.of(), true);
            coordination.request();
        }
    }

    private synchronized void note(Set<Integer> slots, boolean due) {
        wokenForAll |= slots.isEmpty();
        wokenSlots.addAll(slots);
        wokenForDue |= due;
    }

    /** Wakes the relay after events were requeued or pauses have changed. */
    void wakeForChange() {
        idleUntil = isCutOff() ? idleUntil : System.nanoTime();
        wake(Set.of());
    }

    /**
     * Logs a lock of another session for which events wait, and a batch that takes long. If its time is limited, gives it up: another sender publishes its events again, so that
     * one connection that hangs holds up nothing else.
     */
    void watch() {
        locks.look(flight.locked(), flight.hasMostLocked(), coordination.inStep());
        Duration sendTimeout = settings.sendTimeout();
        abandoned.removeIf(sender -> !sender.hasBatch());
        Duration limit = sendTimeout == null ? LONG_BATCH : sendTimeout;
        boolean tooLong = false;
        for (Sender sender : senders) {
            Optional<Sender.Work> overdue = sender.overdue(limit);
            if (overdue.isPresent()) {
                tooLong = true;
                if (sendTimeout != null && abandoned.size() < senders.size() && sender.abandon(overdue.get(), limit)) {
                    abandoned.add(sender);
                    senders.set(senders.indexOf(sender), newSender.get());
                    coordination.request();
                }
            }
        }
        if (!tooLong) {
            longBatchLogged.set(false);
        } else if (longBatchLogged.compareAndSet(false, true)) {
            RelayLog.batchTakesLong(label, limit);
        }
    }

    /** Parks malformed rows that no cycle reads; returns whether there may be more. */
    boolean parkMalformedRows(int limit) throws Exception {
        List<QueueStore.MalformedRow> parked = transactions.inNew(() -> queue.parkMalformedRows(limit));
        FailedEvents failed = new FailedEvents(queue, policy, metrics);
        parked.forEach(failed::parked);
        return parked.size() == limit;
    }

    /** Starts no further batch. */
    void halt() {
        stopping = true;
    }

    /**
     * Closes it if no batch is left, and has its lanes given up; {@link #halt} comes first.
     *
     * @param last gives up the lanes; the database may not answer
     * @return whether it is closed
     */
    boolean stop(Executor last) {
        boolean closed = close();
        boolean holds = closed && (flight.size() > 0 || !coordinator.lanes().isEmpty());
        if (closed && left.compareAndSet(false, true) && holds) {
            last.execute(this::leave);
        }
        return closed;
    }

    /** Logs that the stop does not wait any longer for its batches, if there are any. */
    void stopped(Duration patience) {
        if (!left.get()) {
            RelayLog.relayBusyAtStop(label, patience);
        }
    }

    private void leave() {
        flight.withdrawReady();
        try {
            int left;
            do { // a lock may have ended since the last try, and an event may wait for an earlier one of its key
                left = flight.size();
                flight.tryLocked();
                coordinator.settle();
            } while (flight.size() < left);
            coordinator.release(coordinator.lanes().numbers());
        } catch (Exception e) {
            RelayLog.lanesNotReleased("The lanes of " + label, NodeLease.LENGTH, e);
        }
    }

    /** Closes the senders that have ended, and then the coordination, which they request; returns whether all are closed. */
    private boolean close() {
        boolean all = true;
        for (Sender sender : senders) {
            all &= sender.close();
        }
        return all && coordination.close();
    }

    /** Returns whether there are events that it has read, and whose end is not yet written. */
    boolean hasInFlight() {
        return flight.size() > 0;
    }

    /** Returns how long the coordinator has been in its current step: it waits for the database, or for a thread. */
    Duration inStep() {
        return coordination.inStep();
    }

    /** Returns when an event was published last. */
    Optional<Instant> lastPublished() {
        return Optional.ofNullable(lastPublished);
    }

    private boolean mayRun() {
        return !stopping && System.nanoTime() - idleUntil >= 0;
    }

    /** Runs cycles until no event is left to read, everything that was read is with a sender, or the queue is paused. */
    private void coordinate() {
        try {
            if (staysPaused()) {
                return;
            }
            if (!isCutOff()) {
                node.serve(queueId);
            }
            long start = System.nanoTime();
            boolean more = true;
            while (more) {
                more = cycle() && mayRun();
                coordinator.share(node.others(queueId));
                if (more && staysPaused()) {
                    return;
                }
            }
            if (!stopping && flight.size() == 0 && isCutOff()) {
                idleUntil = System.nanoTime() + idleNanos(System.nanoTime() - start);
                leaveToOthers();
            }
            share();
        } catch (Exception e) {
            databaseFailed(e);
        } catch (Error e) { // such as too little memory
            databaseFailed(new IllegalStateException(e));
            throw e;
        }
    }

    /** Returns whether circuit breakers are open that kept back every event of the last batch. */
    private boolean isCutOff() {
        return failing.stream().anyMatch(breakers::isOpen);
    }

    /** Returns whether its last attempt shows that its events wait for a resource which fails. */
    boolean waitsFor(Resource resource) {
        return resource.equals(database) || resource.equals(lanes) || failing.contains(resource);
    }

    /** Gives up the lanes, if another node serves the queue: it may reach what this node can't. */
    private void leaveToOthers() throws Exception {
        node.leave(queueId);
        if (node.others(queueId) > 0) {
            coordinator.release(coordinator.lanes().numbers());
        }
    }

    /** Follows the current retry policy, and returns whether the queue is paused: then the relay stays idle. */
    private boolean staysPaused() throws Exception {
        Controls control = controls.current();
        policy = control.policies().getOrDefault(queue.name(), settings.policy());
        boolean paused = control.paused().contains(queue.name());
        if (paused) {
            stayIdle();
        }
        return paused;
    }

    /** Settles what is in flight, and reads nothing. */
    private void stayIdle() throws Exception {
        node.leave(queueId);
        flight.withdrawReady();
        coordinator.settle();
        idleUntil = System.nanoTime() + settings.pollingInterval().toNanos();
    }

    private boolean cycle() throws Exception {
        coordination.step();
        boolean alone = node.others(queueId) == 0;
        Set<Integer> slots;
        boolean due;
        boolean woken;
        synchronized (this) {
            slots = wokenForAll || alone ? Set.of() : Set.copyOf(wokenSlots);
            woken = wokenForAll || !wokenSlots.isEmpty();
            due = wokenForDue
                    || (woken
                            && System.nanoTime() - lookedForDue
                                    >= settings.pollingInterval().toNanos());
            wokenSlots.clear();
            wokenForAll = false;
            wokenForDue = false;
        }
        long start = System.nanoTime();
        if (due) {
            lookedForDue = start;
        }
        if (!stopping) {
            node.keep();
        }
        if (woken && !stopping) {
            if (!isCutOff() || node.others(queueId) == 0) {
                coordinator.take(slots);
            }
        }
        Coordinator.Result result = coordinator.cycle(woken && !stopping, due);
        if (result.active()) {
            activeAt = System.nanoTime();
        }
        breakers.succeeded(database);
        breakers.succeeded(lanes);
        metrics.cycle(start);
        requestSenders();
        return result.more();
    }

    private void reported(BatchAttempt attempt) {
        failing = Set.copyOf(attempt.failing());
        if (!attempt.outcome().published().isEmpty()) {
            lastPublished = Instant.now();
        }
        coordination.requestAtOnce();
    }

    /** Returns how long commits are collected before the next read: while a sender publishes, they would wait for it anyway. */
    private long collectingNanos(long runNanos) {
        boolean waitAnyway = batchSize > 1 && senders.stream().anyMatch(Sender::isRunning);
        return waitAnyway ? LONGEST_COLLECTING.toNanos() : Math.min(runNanos, LONGEST_COLLECTING.toNanos());
    }

    /** Requests the senders that run, and free ones for what need not wait for those. */
    private void requestSenders() {
        int waiting = flight.waiting();
        if (waiting == 0) {
            return;
        }
        List<Sender> running = senders.stream().filter(Sender::isRunning).toList();
        running.forEach(Sender::request);
        boolean endsSoon =
                running.stream().anyMatch(sender -> sender.overdue(LONG_WAIT).isEmpty());
        senders.stream()
                .filter(sender -> !running.contains(sender))
                .limit(furtherBatches(waiting, batchSize, endsSoon))
                .forEach(Sender::request);
    }

    /**
     * Returns for how many batches free senders begin: for each full batch. Fewer events than a batch wait for a sender that runs, so
     * that batches grow. But they do not wait if all running batches take long.
     *
     * @param endsSoon whether a sender runs that has not taken long
     */
    static int furtherBatches(int waiting, int batchSize, boolean endsSoon) {
        return endsSoon ? waiting / batchSize : (waiting + batchSize - 1) / batchSize;
    }

    /** While other nodes serve the queue, looks into its lanes for the events that these nodes commit, and gives up idle lanes. */
    private void share() throws Exception {
        if (node.others(queueId) == 0 || coordinator.lanes().isEmpty()) {
            return;
        }
        Duration wait = FIRST_SHARED_LOOK;
        while (mayRun() && !coordination.isRequested() && !staysPaused()) {
            coordination.awaitRequest(wait);
            if (sendersWait()) {
                return; // they had time to begin
            }
            coordination.step();
            node.keep();
            if (coordinator.cycle(true, false).active()) {
                activeAt = System.nanoTime();
                wait = FIRST_SHARED_LOOK;
                requestSenders();
            } else if (System.nanoTime() - activeAt <= SHARED_IDLE.toNanos()) {
                wait = shorter(wait.multipliedBy(2), LONGEST_SHARED_LOOK);
            } else if (coordinator.hasRoom() && leaveIdleLanes()) {
                return;
            } else {
                wait = BUSY_LOOK;
            }
        }
    }

    /** Gives up the lanes of which no sender has events; returns whether none is left. */
    private boolean leaveIdleLanes() throws Exception {
        Lanes released = coordinator.release(coordinator.lanes().numbers());
        if (!released.isEmpty()) {
            lookOnceMore(released);
        }
        return coordinator.lanes().isEmpty();
    }

    /** Returns whether there are events for a sender, and none runs: it may need the thread of the coordinator. */
    private boolean sendersWait() {
        return flight.waiting() > 0 && senders.stream().noneMatch(Sender::isRunning);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** Looks into lanes after their release: a node that has committed before left the event to this one. */
    private void lookOnceMore(Lanes released) {
        if (!breaker.isOpen() && coordinator.hasPending(released)) {
            note(released.numbers(), false);
            coordination.request();
        }
    }

    /** Returns how long the relay stays idle after a look that found nothing to publish. */
    static long idleNanos(long lookingNanos) {
        return Math.min(lookingNanos * IDLE_PARTS, LONGEST_IDLE.toNanos());
    }

    /**
     * Opens the breaker of the database, or the one of this queue if only its rows are at fault. Not while the application
     * stops: a server may close the datasource at the same time.
     */
    private void databaseFailed(Exception failure) {
        if (!stopping) {
            Resource what = Causes.isTableOutdated(failure) ? lanes : database;
            idleUntil = System.nanoTime() + breakers.failed(what, failure).toNanos();
        }
    }

    /** Returns the lanes of a queue, a part of the database. */
    static Resource lanes(Resource database, Side side, String queue) {
        return Resource.database(database.name() + ", lanes of " + label(side, queue));
    }

    /** Returns what the log calls a queue. */
    private static String label(Side side, String queue) {
        return side.queueKind() + " " + queue;
    }
}
