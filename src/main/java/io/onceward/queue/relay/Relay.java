// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.log.Causes;
import io.onceward.queue.Side;
import io.onceward.queue.Time;
import io.onceward.queue.machine.Facts;
import io.onceward.queue.machine.Limits;
import io.onceward.queue.machine.RelayMachine;
import io.onceward.queue.machine.Step;
import io.onceward.queue.outage.CircuitBreakers;
import io.onceward.queue.outage.Resource;
import io.onceward.queue.store.Controls;
import io.onceward.queue.store.FreshEvent;
import io.onceward.queue.store.Lanes;
import io.onceward.queue.store.QueueReading;
import io.onceward.queue.store.QueueStore;
import io.onceward.queue.store.ReadRange;
import io.onceward.queue.store.RetryPolicy;
import io.onceward.spi.Transactions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Publishes the events of one queue on this node. A {@link RelayMachine} decides. This class executes its steps on its threads, and passes on
 * wake-ups from commits, timers and operators. One sender works as long as it keeps up, and more join while there is a backlog. Thread-safe.
 */
final class Relay {

    /** A longer batch is logged. */
    private static final Duration LONG_BATCH = Duration.ofSeconds(30);

    /** The duration of a batch after which further events no longer wait for its sender. */
    private static final Duration LONG_WAIT = Duration.ofMillis(100);

    /** The longest pause between two looks: while commits come faster than looks, pauses let batches grow. */
    private static final Duration LONGEST_COLLECTING = Duration.ofMillis(5);

    private static final Step REST = new Step.Rest();

    private final Resource database;
    private final Resource lanes;
    private final String label;
    private final String queueId;
    private final QueueStore queue;
    private final NodeLease node;
    private final NodePayloads payloads;
    private final Time time;
    private final QueueControls controls;
    private final Transactions transactions;
    private final RelayParts parts;
    private final QueueMetrics metrics;
    private final CircuitBreakers breakers;
    private final QueueBreaker breaker;
    private final RelaySettings settings;
    private final RelayMachine machine;
    private final TaskChain tasks;
    private final SerialTask coordination;
    private final LockWatch locks;
    private final Supplier<Sender> newSender;
    private final List<Sender> senders;
    private final List<Sender> abandoned = new CopyOnWriteArrayList<>();
    private final AtomicBoolean longBatchLogged = new AtomicBoolean();
    private final AtomicBoolean left = new AtomicBoolean();
    private volatile Set<Resource> failing = Set.of();
    private volatile Instant lastPublished;
    private volatile boolean stopping;
    private volatile RetryPolicy policy;
    private boolean isPaused;
    private long cycleEnded;
    private long cycleNanos;

    Relay(SideContext side, QueueStore queue, RelayParts parts) {
        this.database = side.database();
        this.label = label(queue.side(), queue.name());
        this.lanes = lanes(database, queue.side(), queue.name());
        this.queueId = id(queue.side(), queue.name());
        this.queue = queue;
        this.node = side.node().lease();
        this.payloads = side.node().payloads();
        this.time = side.node().time();
        this.cycleEnded = time.nanos();
        this.controls = side.controls();
        this.transactions = side.node().transactions();
        this.parts = parts;
        this.metrics = parts.metrics();
        this.breakers = side.breakers();
        this.breaker = parts.breaker();
        this.settings = parts.settings();
        this.policy = settings.policy();
        this.machine = new RelayMachine(
                node.identity(),
                Limits.of(settings.batchSize(), settings.senders(), queue.leavesOutMany(), settings.pollingInterval()),
                payloads,
                breaker::order,
                time.nanos());
        this.tasks = new TaskChain(side.node().executor());
        this.locks = new LockWatch(label, queue, side.node().executor(), time);
        this.coordination = new SerialTask(tasks, this::sendersWait, this::coordinate);
        this.newSender = () -> new Sender(
                tasks,
                machine,
                settings.batchSize(),
                settings.batchWait(),
                ends -> new BatchAttempt(parts.outlets(), breakers, breaker, metrics, ends, time),
                () -> stopping,
                this::reported,
                time);
        this.senders = new CopyOnWriteArrayList<>();
        IntStream.range(0, settings.senders()).forEach(number -> senders.add(newSender.get()));
    }

    /** Has the relay look for events in the lanes of these slots, soon; in all lanes if there are none. */
    void wake(Set<Integer> slots) {
        machine.woken(slots);
        requestIfItMayWork();
    }

    /** Has the relay publish an event that was recorded with its ticket. */
    void wake(FreshEvent event) {
        machine.woken(event);
        if (machine.mayWork(time.nanos())) {
            coordination.requestAtOnce();
        }
    }

    /** Returns what it says before an event is recorded. */
    long ticket(int slot) {
        return machine.ticket(slot);
    }

    /** Has the relay look for events in all lanes, also for those whose time has come. */
    void tick() {
        machine.ticked();
        requestIfItMayWork();
    }

    private void requestIfItMayWork() {
        if (machine.mayWork(time.nanos())) {
            coordination.request();
        }
    }

    /** Wakes the relay after events were requeued or pauses have changed. */
    void wakeForChange() {
        if (!isCutOff()) {
            machine.rested(time.nanos());
        }
        wake(Set.of());
    }

    /**
     * Logs a lock of another session for which events wait, and a batch that takes long. If its time is limited, gives it up: another
     * sender publishes its events again, so that one connection that hangs holds up nothing else.
     */
    void watch() {
        locks.look(machine.longestLocked(time.nanos()), machine.hasMostLocked(), coordination.inStep());
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
        FailedEvents failed = new FailedEvents(queue, policy, parts);
        parked.forEach(failed::parked);
        return parked.size() == limit;
    }

    /** Starts no further batch. */
    void halt() {
        stopping = true;
        machine.halt();
        senders.stream().filter(Sender::isRunning).forEach(Sender::request); // one may wait for further events
    }

    /**
     * Closes it if no batch is left, and has its lanes given up; {@link #halt} comes first.
     *
     * @param last gives up the lanes; the database may not answer
     * @return whether it is closed
     */
    boolean stop(Executor last) {
        boolean closed = close();
        if (closed && left.compareAndSet(false, true)) {
            node.leave(queueId);
            if (machine.leave()) {
                last.execute(this::leave);
            }
        }
        return closed;
    }

    /** Returns whether it starts no further batch. */
    boolean isHalted() {
        return stopping;
    }

    /** Logs that the stop does not wait any longer for its batches, if there are any. */
    void stopped(Duration patience) {
        if (!left.get()) {
            RelayLog.relayBusyAtStop(label, patience);
        }
    }

    private void leave() {
        Step step = next();
        try {
            while (!(step instanceof Step.Rest)) {
                execute(step);
                step = next();
            }
        } catch (Exception e) {
            machine.failed(step, Duration.ZERO, time.nanos());
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

    /** Returns whether it has to look at its next tick, even if there is no event. */
    boolean needsTick() {
        return machine.needsTick();
    }

    /** Returns how long the coordinator has been in its current step: it waits for the database, or for a thread. */
    Duration inStep() {
        return coordination.inStep();
    }

    /** Returns when an event was published last. */
    Optional<Instant> lastPublished() {
        return Optional.ofNullable(lastPublished);
    }

    /** Executes steps until the machine rests. */
    private void coordinate() {
        Step step = REST;
        try {
            do {
                if (step == REST || (step instanceof Step.Wait && coordination.isRequested())) {
                    collect();
                }
                coordination.step();
                coordination.acknowledge();
                followControls();
                step = next();
                requestSenders();
                execute(step);
            } while (!(step instanceof Step.Rest || (step instanceof Step.Wait && sendersWait())));
        } catch (Exception e) {
            databaseFailed(step, e);
        } catch (Error e) { // such as too little memory
            databaseFailed(step, new IllegalStateException(e));
            throw e;
        }
    }

    /**
     * Pauses if the last cycle has just ended: while commits come faster than cycles, pauses let batches grow. While a sender publishes,
     * further events would wait for it anyway.
     */
    private void collect() {
        boolean waitAnyway = settings.batchSize() > 1 && senders.stream().anyMatch(Sender::isRunning);
        long longest = LONGEST_COLLECTING.toNanos();
        long pause = waitAnyway ? longest : Math.min(cycleNanos, longest);
        tasks.share();
        coordination.pause(cycleEnded + pause - time.nanos());
    }

    private Step next() {
        return machine.next(facts(), time.nanos());
    }

    private Facts facts() {
        return new Facts(
                isPaused,
                policy.blockKey(),
                node.others(queueId),
                isCutOff(),
                breaker.isOpen(),
                breakers.destinations());
    }

    /** Follows the current retry policy and pauses, and tells other nodes whether this one serves the queue. */
    private void followControls() throws Exception {
        Controls control = controls.current();
        policy = control.policies().getOrDefault(queue.name(), settings.policy());
        isPaused = control.paused().contains(queue.name());
        if (isPaused || (isCutOff() && machine.inFlight() == 0)) {
            node.leave(queueId);
        } else if (!isCutOff()) {
            node.serve(queueId);
        }
    }

    private void execute(Step step) throws Exception {
        if (!(step instanceof Step.Rest)) {
            tasks.share(); // a sender need not wait for the database
        }
        if (step instanceof Step.Take take) {
            take(take);
        } else if (step instanceof Step.Cycle cycle) {
            cycle(cycle);
        } else if (step instanceof Step.Release release) {
            release(release);
        } else if (step instanceof Step.LookOnceMore look) {
            machine.lookedOnceMore(look, hasPending(look));
        } else if (step instanceof Step.Wait wait) {
            coordination.awaitRequest(wait.longest());
        }
    }

    private void take(Step.Take take) throws Exception {
        keepLease();
        boolean any = transactions.inNew(() -> queue.take(node.identity(), take.slots(), Integer.MAX_VALUE));
        machine.taken(any || take.mustRead() ? Optional.of(ownedLanes()) : Optional.empty());
    }

    private Lanes ownedLanes() throws Exception {
        return transactions.inNew(() -> queue.lanes(node.identity()));
    }

    private void cycle(Step.Cycle cycle) throws Exception {
        keepLease();
        long start = time.nanos();
        int turn = cycle.read()
                .map(read -> payloads.beginRead(read.expectedBytes()))
                .orElse(0);
        try {
            CycleWork work = new CycleWork(queue, cycle.within(payloads.allowed(turn)), policy, parts, time);
            machine.cycled(cycle, work.run(transactions), time.nanos());
        } finally {
            payloads.endRead(turn);
        }
        cycleEnded = time.nanos();
        cycleNanos = cycleEnded - start;
        breakers.succeeded(database);
        breakers.succeeded(lanes);
        metrics.cycle(start);
    }

    private void keepLease() throws Exception {
        if (!stopping) {
            node.keep();
        }
    }

    private void release(Step.Release release) throws Exception {
        transactions.inNew(() -> {
            queue.release(node.identity(), release.lanes().numbers());
            return null;
        });
        machine.released(ownedLanes());
    }

    /** Returns whether lanes, which another node may own by now, have pending events of destinations that can be reached. */
    private boolean hasPending(Step.LookOnceMore look) {
        QueueReading reading = queue.read(look.lanes(), ReadRange.fromHead(1), false, look.except(), look.blockKey());
        return !reading.pending().events().isEmpty();
    }

    /** Returns whether circuit breakers are open that kept back every event of the last batch. */
    private boolean isCutOff() {
        return failing.stream().anyMatch(breakers::isOpen);
    }

    /** Returns whether its last attempt shows that its events wait for a resource which fails. */
    boolean waitsFor(Resource resource) {
        return resource.equals(database) || resource.equals(lanes) || failing.contains(resource);
    }

    private void reported(BatchAttempt attempt) {
        failing = Set.copyOf(attempt.failing());
        if (!attempt.outcome().published().isEmpty()) {
            lastPublished = time.now();
        }
        if (stopping) { // a task of its own, which the node may refuse by then
            coordination.requestAtOnce();
        } else {
            coordination.requestNextAtOnce(tasks);
        }
    }

    /** Requests the senders that run, and free ones for what need not wait for those. */
    private void requestSenders() {
        int waiting = machine.waiting();
        if (waiting == 0) {
            return;
        }
        List<Sender> running = senders.stream().filter(Sender::isRunning).toList();
        running.forEach(Sender::request);
        boolean endsSoon =
                running.stream().anyMatch(sender -> sender.overdue(LONG_WAIT).isEmpty());
        senders.stream()
                .filter(sender -> !running.contains(sender))
                .limit(furtherBatches(waiting, settings.batchSize(), endsSoon))
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

    /** Returns whether there are events for a sender, and none runs: it may need the thread of the coordinator. */
    private boolean sendersWait() {
        return machine.waiting() > 0 && senders.stream().noneMatch(Sender::isRunning);
    }

    /**
     * Opens the breaker of the database, or the one of this queue if only this queue fails. Not while the application
     * stops: a server may close the datasource at the same time.
     */
    private void databaseFailed(Step step, Exception failure) {
        Duration pause = Duration.ZERO;
        if (!stopping) {
            pause = breakers.failed(Causes.isOfOneQueue(failure) ? lanes : database, failure);
        }
        machine.failed(step, pause, time.nanos());
        requestSenders(); // what was handed out before needs no database
    }

    /** Returns the lanes of a queue, a part of the database. */
    static Resource lanes(Resource database, Side side, String queue) {
        return Resource.database(database.name() + ", lanes of " + label(side, queue));
    }

    /** Returns what leases call a queue. */
    static String id(Side side, String queue) {
        return side.text() + ":" + queue;
    }

    /** Returns what the log calls a queue. */
    private static String label(Side side, String queue) {
        return side.queueKind() + " " + queue;
    }
}
