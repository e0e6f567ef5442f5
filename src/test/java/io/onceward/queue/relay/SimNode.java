// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.queue.machine.Facts;
import io.onceward.queue.machine.RelayMachine;
import io.onceward.queue.machine.Step;
import io.onceward.queue.store.FreshEvent;
import io.onceward.queue.store.Lanes;
import io.onceward.queue.store.QueueReading;
import io.onceward.queue.store.QueuedEvent;
import io.onceward.queue.store.ReadRange;
import io.onceward.queue.store.RetryPolicy;
import io.onceward.spi.Transactions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;

/** A process that serves the queue, as {@link Relay}, {@link Relays} and {@link NodeLease} do it. */
final class SimNode implements SimActor, Transactions {

    /** Most decisions of a machine, while nothing happens, before it rests or waits. */
    private static final int MOST_DECISIONS = 40;

    private static final long LEASE = 10 * SimWorld.SECOND;
    private static final long RENEWAL = 3 * SimWorld.SECOND;
    private static final long CONTROLS = SimWorld.SECOND;
    private static final long SEND_TIMEOUT = 5 * SimWorld.SECOND;
    private static final long MALFORMED_ROWS_INTERVAL = 60 * SimWorld.SECOND;
    private static final long LONG_WAIT = 100 * SimWorld.MILLI;

    private enum State {
        IDLE,
        RUNNING,
        WAITING
    }

    private record ReadLane(int total, int number, long version) {}

    final SimWorld world;
    final int index;
    final String name;
    final String identity;
    final RelayMachine machine;
    final List<SimSender> senders = new ArrayList<>();
    private final List<SimSender> abandoned = new ArrayList<>();
    private final SimQueue queue;
    private final Map<Long, ReadLane> read = new HashMap<>();
    private final Map<String, Long> openUntil = new HashMap<>();
    private Set<String> failing = Set.of();
    private Lanes known = Lanes.none("");
    private State state = State.IDLE;
    private boolean requested;
    private long waitsUntil;
    private long sleepsUntil;
    private long nextTick;
    private long malformedSearchedAt;
    private long databaseOpenUntil;
    private int databaseFailures;
    private RetryPolicy policy;
    private boolean isPaused;
    private long controlsReadAt = Long.MIN_VALUE / 2;
    private boolean serves;
    private boolean leaseBegun;
    private long renewedAt;
    private int others;
    private boolean busy;
    private int decisions;
    private long happenedAt = -1;
    private long stopsAt;
    private boolean leaving;
    private boolean left;

    /** Until when the circuit breaker of the queue is open. */
    long breakerUntil;

    SimTransaction transaction;
    boolean crashed;
    boolean halted;

    SimNode(SimWorld world, int index, int start) {
        this.world = world;
        this.index = index;
        this.name = "node" + index + (start == 1 ? "" : "." + start);
        this.identity = name;
        this.policy = world.policy;
        this.nextTick = world.now;
        this.malformedSearchedAt = world.now;
        this.machine = world.mistake.machine(identity, world.setting.limits(), world.room(), world.now);
        this.queue = world.mistake.queue(world, this);
        for (int i = 0; i < world.setting.senders(); i++) {
            senders.add(new SimSender(world, this, i));
        }
    }

    // What wakes it

    /** A transaction has committed on it. */
    void wake(Set<Integer> slots) {
        machine.woken(slots);
        requestIfItMayWork();
    }

    /** A transaction has committed on it that has recorded one event. */
    void wake(FreshEvent event) {
        machine.woken(event);
        requestIfItMayWork();
    }

    /** Returns what the relay says before an event is recorded. */
    long ticket(SimEvent event) {
        long ticket = machine.ticket(event.slot);
        if (ticket != FreshEvent.NO_TICKET && !known.isEmpty()) {
            int lane = event.slot % known.total();
            read.put(
                    event.seq,
                    new ReadLane(known.total(), lane, known.versions().getOrDefault(lane, -1L)));
        }
        return ticket;
    }

    boolean knowsOfPause() {
        return isPaused;
    }

    private void requestIfItMayWork() {
        if (machine.mayWork(world.now)) {
            request();
        }
    }

    private void request() {
        requested = true;
    }

    /** An operator has changed something on it. */
    void wakeForChange() {
        controlsReadAt = Long.MIN_VALUE / 2;
        if (!isCutOff()) {
            machine.rested(world.now);
        }
        wake(Set.of());
    }

    /** A sender has reported a batch. */
    void reported(Set<String> failed) {
        failing = failed;
        request();
    }

    // When it can go on

    boolean isAsleep() {
        return crashed || world.now < sleepsUntil;
    }

    long wakesAt() {
        return sleepsUntil;
    }

    void sleep(long until) {
        sleepsUntil = until;
    }

    boolean isBusy() {
        return busy;
    }

    /** Returns whether it has nothing to do before its next tick. */
    boolean isAtRest() {
        return crashed
                || left
                || (!busy
                        && state != State.RUNNING
                        && !requested
                        && machine.inFlight() == 0
                        && senders.stream().noneMatch(SimSender::isRunning));
    }

    @Override
    public long due() {
        if (busy || crashed || left) {
            return NEVER;
        }
        long next = Math.min(nextTick, state == State.WAITING ? waitsUntil : NEVER);
        if (requested || state == State.RUNNING) {
            next = Math.min(next, world.now);
        }
        if (halted) {
            next = Math.min(next, stopsAt);
        }
        return Math.max(next, sleepsUntil);
    }

    @Override
    public void step() {
        busy = true;
        try {
            if (nextTick <= world.now) {
                nextTick = world.now + world.setting.limits().polling().toNanos();
                tick();
            } else if (halted) {
                stop();
            } else {
                coordinate();
            }
        } catch (SimFailure e) {
            world.tell(name, "fails: " + e.getMessage());
        } finally {
            busy = false;
        }
    }

    private void tick() {
        watch();
        if (halted || world.now < databaseOpenUntil) {
            return;
        }
        try {
            keepLease();
            boolean work = inNew(() -> {
                world.statement(this, "looks for work");
                return world.hasWork();
            });
            databaseSucceeded();
            if (world.now - malformedSearchedAt >= MALFORMED_ROWS_INTERVAL) {
                malformedSearchedAt = world.now;
                work = true;
            }
            if (work || machine.needsTick()) {
                machine.ticked();
                requestIfItMayWork();
            }
        } catch (SimFailure e) {
            databaseFailed();
        }
    }

    private void watch() {
        abandoned.removeIf(sender -> !sender.hasBatch());
        for (int i = 0; i < senders.size(); i++) {
            SimSender sender = senders.get(i);
            if (sender.isOverdue(SEND_TIMEOUT) && abandoned.size() < senders.size()) {
                sender.abandon();
                abandoned.add(sender);
                SimSender next = new SimSender(world, this, world.nextSender());
                senders.set(i, next);
                world.add(next);
                request();
            }
        }
    }

    // Its coordinator

    private void coordinate() {
        if (state != State.RUNNING) {
            state = State.RUNNING;
            requested = false;
        }
        Step step = new Step.Rest();
        try {
            followControls();
            step = machine.next(facts(), world.now);
            decided(step);
            requestSenders();
            execute(step);
        } catch (SimFailure e) {
            world.tell(name, "fails: " + e.getMessage());
            if (crashed) {
                return;
            }
            long pause = halted ? 0 : databaseFailed();
            machine.failed(step, Duration.ofNanos(pause), world.now);
            end();
        }
        if (step instanceof Step.Rest) {
            end();
        } else if (step instanceof Step.Wait wait) {
            state = State.WAITING;
            waitsUntil = world.now + wait.longest().toNanos();
        }
    }

    private void end() {
        state = State.IDLE;
    }

    /** No machine decides again and again without a rest, while nothing happens. */
    private void decided(Step step) {
        if (happenedAt != world.happened || step instanceof Step.Rest || step instanceof Step.Wait) {
            happenedAt = world.happened;
            decisions = 0;
        } else if (++decisions > MOST_DECISIONS) {
            throw new SimViolation("NoHotLoop", name + " decides without end, at last " + step);
        }
        if (world.isTold()) {
            world.tell(name, "decides " + world.text(step));
        }
    }

    private Facts facts() {
        Set<String> unreachable = new HashSet<>();
        openUntil.forEach((destination, until) -> {
            if (until > world.now) {
                unreachable.add(destination);
            }
        });
        return new Facts(isPaused, policy.blockKey(), others, isCutOff(), world.now < breakerUntil, unreachable);
    }

    private boolean isCutOff() {
        return failing.stream().anyMatch(this::isOpen);
    }

    boolean isOpen(String destination) {
        return openUntil.getOrDefault(destination, 0L) > world.now;
    }

    void destinationFailed(String destination) {
        openUntil.put(destination, world.now + world.someTime());
    }

    private void followControls() {
        if (world.now - controlsReadAt >= CONTROLS) {
            controlsReadAt = world.now;
            policy = world.policy;
            isPaused = world.queuePaused;
        }
        if (isPaused || (isCutOff() && machine.inFlight() == 0)) {
            serves = false;
        } else if (!isCutOff()) {
            serves = true;
        }
    }

    private void execute(Step step) {
        if (step instanceof Step.Take take) {
            keepLease();
            boolean any = inNew(() -> queue.take(identity, take.slots(), Integer.MAX_VALUE));
            machine.taken(any || take.mustRead() ? Optional.of(lanes()) : Optional.empty());
        } else if (step instanceof Step.Cycle cycle) {
            cycle(cycle);
        } else if (step instanceof Step.Release release) {
            inNew(() -> {
                queue.release(identity, release.lanes().numbers());
                return null;
            });
            machine.released(lanes());
        } else if (step instanceof Step.LookOnceMore look) {
            QueueReading reading =
                    queue.read(look.lanes(), ReadRange.fromHead(1), false, look.except(), look.blockKey());
            machine.lookedOnceMore(look, !reading.pending().events().isEmpty());
        }
    }

    private Lanes lanes() {
        known = inNew(() -> queue.lanes(identity));
        return known;
    }

    private void cycle(Step.Cycle cycle) {
        if (!halted) {
            keepLease();
        }
        Step.Cycled result;
        try {
            result = new CycleWork(queue, cycle.within(world.setting.fitting()), policy, SimWorld.NO_PARTS, world.time)
                    .run(this);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        Step.Unblocking unblocking = result.unblocking();
        Step.Unblocking timeless =
                new Step.Unblocking(unblocking.found(), Duration.ofMillis(1), unblocking.more(), unblocking.skipped());
        result.reading().ifPresent(this::note);
        machine.cycled(cycle, new Step.Cycled(result.kept(), result.reading(), result.lanes(), timeless), world.now);
        databaseSucceeded();
    }

    private void note(QueueReading reading) {
        known = reading.lanes();
        for (QueuedEvent event : reading.events()) {
            Lanes lanes = reading.lanes();
            if (!lanes.isEmpty()) {
                int lane = lanes.of(event.event());
                read.put(
                        event.seq(),
                        new ReadLane(lanes.total(), lane, lanes.versions().getOrDefault(lane, -1L)));
            }
        }
    }

    /** Returns whether it has read an event when its lane was as it is now. */
    boolean hasRead(long seq, SimLane lane) {
        return new ReadLane(lane.total(), lane.number(), lane.version()).equals(read.get(seq));
    }

    private void requestSenders() {
        int waiting = machine.waiting();
        if (waiting == 0) {
            return;
        }
        List<SimSender> free = new ArrayList<>();
        boolean endsSoon = false;
        for (SimSender sender : senders) {
            if (sender.isRunning()) {
                sender.request();
                endsSoon |= !sender.isOverdue(LONG_WAIT);
            } else {
                free.add(sender);
            }
        }
        free.stream()
                .limit(Relay.furtherBatches(waiting, world.setting.batchSize(), endsSoon))
                .forEach(SimSender::request);
    }

    // Its lease

    private void keepLease() {
        if (halted || (leaseBegun && world.now - renewedAt < RENEWAL)) {
            return;
        }
        inNew(() -> {
            world.statement(this, "renews its lease");
            long now = world.dbNow();
            world.db.leases.values().removeIf(lease -> !lease.identity().equals(identity) && !lease.holds(now));
            if (!leaseBegun && world.haveNames()) {
                world.db.leases.values().removeIf(lease -> lease.name().equals("n" + index));
            }
            world.db.leases.put(
                    identity, new SimDatabase.Lease(identity, "n" + index, now - LEASE, now + LEASE, serves));
            return null;
        });
        others = world.setting.isCalm() && !world.setting.polls() ? world.setting.nodes() - 1 : countOthers();
        leaseBegun = true;
        renewedAt = world.now;
    }

    private int countOthers() {
        int count = 0;
        for (SimDatabase.Lease lease : world.db.leases.values()) {
            count += !lease.identity().equals(identity) && lease.serves() && lease.holds(world.dbNow()) ? 1 : 0;
        }
        return count;
    }

    // Its database

    private long databaseFailed() {
        databaseFailures++;
        long pause = Math.min(5, databaseFailures) * SimWorld.SECOND;
        databaseOpenUntil = world.now + pause;
        return pause;
    }

    private void databaseSucceeded() {
        databaseFailures = 0;
        databaseOpenUntil = 0;
    }

    @Override
    public <T> T inNew(Callable<T> work) {
        SimTransaction own = new SimTransaction(name);
        transaction = own;
        try {
            T result = work.call();
            world.commit(this, own);
            return result;
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        } finally {
            transaction = null;
            if (!own.ended && !world.isCommittedLater(own)) {
                world.db.end(own);
            }
        }
    }

    @Override
    public <T> T suspended(Callable<T> work) {
        throw new UnsupportedOperationException();
    }

    // Its end

    /** Begins to stop. */
    void halt() {
        halted = true;
        machine.halt();
    }

    private void stop() {
        if (!leaving) {
            if (requested || state == State.RUNNING) {
                coordinate();
                return;
            }
            if (senders.stream().anyMatch(SimSender::isRunning)) {
                stopsAt = world.now + 10 * SimWorld.MILLI;
                return;
            }
            leaving = true;
            leave();
        }
    }

    private void leave() {
        if (machine.leave()) {
            Step step = machine.next(facts(), world.now);
            try {
                while (!(step instanceof Step.Rest)) {
                    decided(step);
                    execute(step);
                    step = machine.next(facts(), world.now);
                }
            } catch (SimFailure e) {
                machine.failed(step, Duration.ZERO, world.now);
                world.tell(name, "can't give up its lanes");
            }
        }
        if (!crashed) {
            world.tell(name, "has stopped");
            world.db.leases.remove(identity);
            left = true;
            if (machine.inFlight() > 0) {
                world.judge.mayRepeat();
            }
        }
    }

    boolean hasLeft() {
        return left;
    }

    /** Its process ends. */
    void crash() {
        crashed = true;
        Collection<SimSender> all = new ArrayList<>(senders);
        all.addAll(abandoned);
        all.forEach(SimSender::crash);
        world.judge.mayRepeat();
    }
}
