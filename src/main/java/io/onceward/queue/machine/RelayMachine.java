// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.machine;

import io.onceward.queue.machine.Step.Cycle;
import io.onceward.queue.machine.Step.Cycled;
import io.onceward.queue.machine.Step.LookOnceMore;
import io.onceward.queue.machine.Step.Read;
import io.onceward.queue.machine.Step.Release;
import io.onceward.queue.machine.Step.Rest;
import io.onceward.queue.machine.Step.Take;
import io.onceward.queue.machine.Step.Unblocking;
import io.onceward.queue.machine.Step.Wait;
import io.onceward.queue.store.FreshEvent;
import io.onceward.queue.store.Lanes;
import io.onceward.queue.store.LeftOut;
import io.onceward.queue.store.OrderKey;
import io.onceward.queue.store.QueueReading;
import io.onceward.queue.store.QueuedEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Decides what a node does for one queue: its coordinator asks for the {@link #next} step, executes it, and tells the result; its senders
 * {@link #take} batches and {@link #report} them. It knows no database, broker, thread or clock: times are parameters, in nanoseconds that
 * never decrease. The steps are those of {@code docs/model/leases.md}.
 *
 * <p>Three orders keep the guarantees, and none of them may change:
 *
 * <ul>
 *   <li>Lanes are read after events (step 4). The versions then prove that no other node has owned the lane in between. With the opposite
 *       order, a node that wakes up late hands out an event before an earlier one of its key.
 *   <li>The flight forgets a confirmed event after its deletion has committed (step 6), never before: otherwise a read would find the row, and
 *       the event would be sent twice.
 *   <li>A read after a position is only a shortcut. Positions are drawn before the commit, so a lower one may appear later. Whatever
 *       makes a row below the position readable again (a failure, a withdrawal, an unblocked or late event, a changed lane) has to call
 *       {@link Look#fromHead}. Without that call the event waits until the next read from the head.
 * </ul>
 *
 * <p>An event that a transaction of this node has recorded need not be read (step 9). What this rests on: the statement that recorded it has
 * seen no earlier event of its key but those in flight; it has not come and gone since by a read; the lanes are those of before.
 *
 * <p>Thread-safe. One thread at a time asks for steps and tells their results.
 */
public class RelayMachine {

    /** How often a node with a backlog compares the number of its lanes with its share. */
    private static final Duration SHARE_INTERVAL = Duration.ofSeconds(1);

    /** While a circuit breaker is open, looking for other events takes one part in so many of the time. */
    private static final int REST_PARTS = 20;

    /** Longest time without a look: after a single slow one the relay must still see that the broker is back. */
    private static final Duration LONGEST_REST = Duration.ofSeconds(10);

    /**
     * How long a few published events wait to be deleted together with others. After a crash in this time, they are published again. If
     * the next batch takes longer, its report or the next poll ends the wait.
     */
    private static final Duration GATHERING = Duration.ofMillis(10);

    /** The most events in flight, beyond which it reads all events: several ones together cost less than one after the other. */
    private static final int QUIET = 16;

    private static final Step REST = new Rest();

    /** Whether it works, and how far it has stopped. */
    private enum Gate {
        OPEN,
        HALTED,
        LEAVING,
        LEFT
    }

    private final Flight flight;
    private final Function<QueueReading, List<QueuedEvent>> order;
    private final Wakes wakes = new Wakes();
    private final Look look;
    private final Search search;
    private final SharedLooks shared;
    private final List<FreshEvent> fresh = new ArrayList<>();
    private Gate gate = Gate.OPEN;
    private Lanes lanes;
    private boolean lanesUnknown = true;

    /** How often the lanes have changed, or have become unsure: then an event that was recorded before has to be read. */
    private long changes;

    /** Whether the last step that reads the lanes, or changes them, has succeeded. */
    private boolean lanesSure;

    /** Whether an event was handed out unread since the lanes were read. */
    private boolean unread;

    /** Whether events could be published at the last decision. */
    private boolean letsPass;

    private Set<Integer> leaving = Set.of();

    /**
     * Held lanes in which a transaction may still make blocked events pending, because its commit has no answer. A read may see none of these
     * events, neither as pending nor as blocking, and so would pass them.
     */
    private Set<Integer> doubtful = Set.of();

    private Lanes released;
    private Take take;
    private boolean backlog;
    private boolean hasCycled;
    private boolean waitsForOthers;
    private boolean gathers;
    private long gatheringSince;
    private long sharedAt;
    private long workBegan;
    private boolean working;
    private boolean reported;
    private long restUntil;
    private int left = Integer.MAX_VALUE;

    /**
     * @param owner the identity of the node
     * @param room the room for payloads, which the queues of the node share
     * @param order returns the events of a read in the order in which they are handed out
     */
    public RelayMachine(
            String owner, Limits limits, PayloadRoom room, Function<QueueReading, List<QueuedEvent>> order, long now) {
        this(owner, limits, order, now, new Flight(limits, room));
    }

    RelayMachine(
            String owner, Limits limits, Function<QueueReading, List<QueuedEvent>> order, long now, Flight flight) {
        this.order = order;
        this.flight = flight;
        this.lanes = Lanes.none(owner);
        this.look = new Look(limits, now);
        this.search = new Search(now);
        this.shared = new SharedLooks(now);
        this.sharedAt = now;
        this.restUntil = now;
    }

    // What wakes and stops it

    /**
     * Notes that events have committed on this node, or that something has changed.
     *
     * @param slots the slots of the events; empty for all lanes
     */
    public synchronized void woken(Set<Integer> slots) {
        wakes.add(slots, false);
    }

    /**
     * Says whether an event that is about to be recorded may be published without a read. Called before the statement that records it.
     *
     * @return what {@link FreshEvent} needs; {@link FreshEvent#NO_TICKET} if the event has to be read
     */
    public synchronized long ticket(int slot) {
        return gate == Gate.OPEN
                        && letsPass
                        && lanesSure
                        && !lanes.isEmpty()
                        && lanes.numbers().contains(slot % lanes.total())
                        && !look.isWanted()
                        && flight.size() + fresh.size() < QUIET
                ? validTicket()
                : FreshEvent.NO_TICKET;
    }

    /** Returns the sum of what only grows: it changes with each of them. */
    private long validTicket() {
        return changes + flight.readsForgotten();
    }

    /** Notes that an event has committed on this node that may be published without a read. */
    public synchronized void woken(FreshEvent event) {
        fresh.add(event);
    }

    /** Notes that it is time to look for events in all lanes, also for delayed and retrying ones whose time has come. */
    public synchronized void ticked() {
        wakes.add(Set.of(), true);
    }

    /** Ends a rest after a failure, because an operator has changed something. */
    public synchronized void rested(long now) {
        restUntil = now;
    }

    /** Returns whether it may do something: it was not halted, and does not rest after a failure. */
    public synchronized boolean mayWork(long now) {
        return gate == Gate.OPEN && !isResting(now);
    }

    /** Stops taking lanes and reading events. */
    public synchronized void halt() {
        if (gate == Gate.OPEN) {
            gate = Gate.HALTED;
        }
    }

    /** Makes the next steps give up its lanes; called when no sender has a batch. Returns whether there is anything to do. */
    public synchronized boolean leave() {
        gate = Gate.LEAVING;
        return flight.size() > 0 || !lanes.isEmpty();
    }

    // What senders do

    /** Takes the first events whose keys no other sender has, for one sender. */
    public synchronized Taken take(int limit) {
        return flight.take(limit);
    }

    /** Ends a batch with what has become of its events. Does nothing if the batch has ended. */
    public synchronized void report(Taken batch, Attempted attempted) {
        flight.report(batch, attempted);
        reported = true;
        if (!attempted.refused().isEmpty()) { // a lane may have changed since its events were handed out
            flight.dropFailuresOutside(lanes);
        }
    }

    /** Ends a batch without an attempt. Does nothing if the batch has ended. */
    public synchronized void abandon(Taken batch) {
        flight.abandon(batch);
    }

    /** Ends a batch that its sender does not end. What the sender reports later is ignored. */
    public synchronized void abandon(Taken batch, Attempted attempted) {
        flight.abandon(batch, attempted);
    }

    // What the coordinator does

    /** Decides what to do now. */
    public synchronized Step next(Facts facts, long now) {
        if (reported) { // its published events are to be deleted soon, and the database may work again
            reported = false;
            restUntil = now;
        }
        letsPass = !(facts.paused() || facts.cutOff() || facts.stopped() || isResting(now))
                && facts.unreachable().isEmpty();
        handOutFresh();
        Step step =
                switch (gate) {
                    case LEFT -> REST;
                    case LEAVING -> leave(facts, now);
                    case HALTED -> write(facts, now).orElse(REST);
                    case OPEN -> facts.paused() ? pause(facts, now) : work(facts, now);
                };
        waitsForOthers = step instanceof Wait && !facts.isAlone();
        working = step != REST && !(step instanceof Wait);
        return step;
    }

    /** Step 9: hands out what was recorded on this node, or has it read. */
    private void handOutFresh() {
        boolean may = gate == Gate.OPEN && letsPass && lanesSure && !look.isWanted();
        for (FreshEvent each : fresh) {
            if (may && hasValidTicket(each) && flight.hasRoom() && flight.handOut(each, lanes)) {
                unread = true;
            } else {
                wakes.add(Set.of(each.event.event().slot()), false);
            }
        }
        fresh.clear();
    }

    /** Returns whether the lanes are those of before the event was recorded, and it has not come and gone since by a read. */
    boolean hasValidTicket(FreshEvent event) {
        return event.ticket == validTicket();
    }

    /** Steps 6 and 7: writes what has ended, and reads nothing. */
    private Optional<Step> write(Facts facts, long now) {
        Ended ended = flight.ended(now);
        return ended.isEmpty()
                ? Optional.empty()
                : Optional.of(new Cycle(lanes, ended, OptionalLong.empty(), Optional.empty(), facts.blockKey()));
    }

    /** Step 8: gives up all lanes. A lock may have ended since the last try, and an event may wait for an earlier one of its key. */
    private Step leave(Facts facts, long now) {
        flight.withdrawReady();
        if (flight.size() < left) {
            left = flight.size();
            flight.tryLocked();
        }
        return write(facts, now).or(this::leaveNow).orElse(REST);
    }

    private Optional<Step> leaveNow() {
        gate = Gate.LEFT;
        return releasable(lanes.numbers()).map(Release::new);
    }

    /** Writes what has ended, and keeps its lanes. */
    private Step pause(Facts facts, long now) {
        flight.withdrawReady();
        return isResting(now) ? REST : write(facts, now).orElse(REST);
    }

    private boolean isResting(long now) {
        return now - restUntil < 0;
    }

    private Step work(Facts facts, long now) {
        if (isResting(now)) {
            return REST;
        }
        if (!working) {
            workBegan = now;
        }
        notice(facts, now);
        return takeLanes()
                .or(() -> giveUpBeyondShare(facts, now))
                .or(() -> cycle(facts, now))
                .or(() -> leaveToOthers(facts, now))
                .or(() -> lookOnceMore(facts))
                .or(() -> gather(now))
                .or(() -> lookForOthers(facts, now))
                .orElse(REST);
    }

    /** Turns wake-ups into what they ask for: lanes, a look, due events. */
    private void notice(Facts facts, long now) {
        if (wakes.any()) {
            shared.woken();
            look.want();
            if (look.wantDue(wakes.forDue(), now)) {
                search.request();
            }
            if (!facts.cutOff() || facts.isAlone()) {
                Set<Integer> slots = facts.isAlone() ? Set.of() : wakes.slots();
                take = lacks(slots) ? new Take(slots, lanesUnknown || lanes.isEmpty()) : null;
            }
            wakes.clear();
        } else if (waitsForOthers) {
            look.want();
        }
    }

    private boolean lacks(Set<Integer> slots) {
        if (lanesUnknown || lanes.isEmpty()) {
            return true;
        }
        return slots.isEmpty()
                ? !lanes.hasAll()
                : slots.stream().anyMatch(slot -> !lanes.numbers().contains(slot % lanes.total()));
    }

    /** Step 2. */
    private Optional<Step> takeLanes() {
        Optional<Step> step = Optional.ofNullable(take);
        take = null;
        return step;
    }

    /**
     * Takes the result of a {@link Take}.
     *
     * @param owned the lanes of the node; empty if it has taken none, and they were not read
     */
    public synchronized void taken(Optional<Lanes> owned) {
        owned.ifPresent(now -> {
            know(now);
            lanesUnknown = false;
            search.request();
            look.fromHead();
        });
    }

    /** Remembers the lanes. Events that are no longer in the same lane must not be sent, nor their failures written (steps 5 and 7). */
    private void know(Lanes now) {
        lanesSure = true;
        unread = false;
        if (now.equals(lanes)) {
            return;
        }
        changes++;
        doubtful = doubtful.stream()
                .filter(lane -> now.held().contains(lane) && now.hasSame(lane, lanes))
                .collect(Collectors.toSet());
        lanes = now;
        flight.withdrawReadyOutside(lanes);
        flight.dropFailuresOutside(lanes);
    }

    /** Steps 3, 6 and 7: writes what has ended, and reads the next events. A few published events wait some milliseconds for others. */
    private Optional<Step> cycle(Facts facts, long now) {
        Ended ended = gathered(unwritten(now), facts.isAlone(), now);
        flight.makeRoom();
        if (ended.anyFailed() || flight.anyWithdrawn()) {
            look.fromHead();
        }
        if (lanes.isEmpty()) {
            look.drop();
        }
        boolean reads = look.isWanted() && flight.hasRoom() && !facts.stopped();
        OptionalLong part =
                !lanes.held().isEmpty() && search.isDue(now) ? OptionalLong.of(search.next()) : OptionalLong.empty();
        boolean unblocks = part.isPresent() || !ended.unblocking().isEmpty();
        if (ended.isEmpty() && !reads && !unblocks) {
            return Optional.empty();
        }
        Optional<Read> read = Optional.empty();
        if (reads) {
            boolean fromHead = flight.beginRead() || flight.size() == 0 || unblocks;
            read = Optional.of(
                    look.begin(lanes.without(doubtful), facts, flight, fromHead, ended.isEmpty() && !unblocks, now));
        }
        return Optional.of(new Cycle(lanes, ended, part, read, facts.blockKey()));
    }

    /** Returns what has ended and is to be written. If a handler has removed its row, nothing is left to write. */
    private Ended unwritten(long now) {
        Ended ended = flight.ended(now);
        if (ended.isEmpty() || !ended.isWritten()) {
            return ended;
        }
        flight.written(ended);
        shared.active(now);
        return Ended.NOTHING;
    }

    /** Returns what has ended, if it is to be written now. */
    private Ended gathered(Ended ended, boolean isAlone, long now) {
        boolean gathered = gathers;
        gathers = isAlone
                && !ended.isEmpty()
                && ended.size() <= Look.FEW
                && ended.isRemovedAlone()
                && flight.lockedSize() == 0;
        if (gathers && !gathered) {
            gatheringSince = now;
        }
        gathers &= untilGathered(now) > 0;
        return gathers ? Ended.NOTHING : ended;
    }

    private long untilGathered(long now) {
        return gatheringSince + GATHERING.toNanos() - now;
    }

    /** Waits for further published events, to delete them together. The report of a sender ends the wait, too. */
    private Optional<Step> gather(long now) {
        return gathers && flight.waiting() == 0
                ? Optional.of(new Wait(Duration.ofNanos(untilGathered(now))))
                : Optional.empty();
    }

    /** Takes the result of a {@link Cycle} that has committed. */
    public synchronized void cycled(Cycle cycle, Cycled result, long now) {
        flight.written(cycle.ended().without(result.kept()));
        flight.keep(result.kept(), now);
        Set<Integer> doubted = doubtful;
        boolean freed = !cycle.ended().unblocking().isEmpty();
        unblocked(cycle, result.unblocking(), now);
        if (cycle.search().isPresent() && !result.unblocking().skipped()) {
            doubtful = Set.of(); // it had the locks of these lanes before it has read
        }
        result.lanes().ifPresent(changed -> {
            know(changed);
            search.request(); // an operator may have freed blocked events
        });
        boolean handedOut =
                result.reading().map(reading -> handOut(cycle, reading, now)).orElse(false);
        if (flight.anyWithdrawn()
                || !doubtful.equals(doubted)
                || (cycle.read().isEmpty() && (freed || cycle.search().isPresent()))
                || (cycle.search().isPresent() && search.isRunning())) {
            look.fromHead();
        }
        backlog = look.isWanted();
        hasCycled = true;
        if (handedOut || !cycle.ended().isEmpty()) {
            shared.active(now);
        } else {
            shared.foundNothing(now);
        }
    }

    private void unblocked(Cycle cycle, Unblocking unblocking, long now) {
        if (cycle.search().isPresent()) {
            unblocking
                    .found()
                    .ifPresentOrElse(found -> search.found(found, unblocking.took(), now), () -> search.postpone(now));
        }
        if (unblocking.more()) {
            search.requestAtOnce(now);
        }
        if (unblocking.skipped()) { // a read shows which of these lanes have changed; others have locked the rest
            search.request();
        }
    }

    /** Steps 4 and 5. */
    private boolean handOut(Cycle cycle, QueueReading reading, long now) {
        Lanes before = cycle.lanes();
        know(reading.lanes());
        if (reading.passed().more()) { // then any key of the read may have an earlier event
            look.fromHead();
            return false;
        }
        Map<OrderKey, Long> missed = flight.missed(reading);
        boolean any = flight.handOut(reading, order.apply(reading), before.without(leaving), missed);
        boolean changed = !lanes.isEmpty() && !before.numbers().stream().allMatch(lane -> lanes.hasSame(lane, before));
        if (changed) {
            search.requestAtOnce(now);
        }
        look.found(reading, any, changed || !missed.isEmpty(), now);
        return any;
    }

    /**
     * Notes that a step has failed. What it has written may have committed or not, so everything stays in flight. The machine rests for
     * some time.
     *
     * @param pause the time
     */
    public synchronized void failed(Step step, Duration pause, long now) {
        if (gate == Gate.LEAVING) {
            gate = Gate.LEFT;
        }
        restUntil = now + pause.toNanos();
        if (step instanceof Take) {
            lanesUnknown = true;
        }
        if (step instanceof Cycle cycle) {
            search.restart(now);
            if (cycle.search().isPresent() || !cycle.ended().unblocking().isEmpty()) {
                doubtful = lanes.held();
            }
        }
        if (!(step instanceof Wait || step instanceof Rest)) {
            look.fromHead();
            lanesSure = false; // it may own others by now
            changes++;
        }
    }

    /** Step 8: a node with a backlog gives up the lanes beyond its share, each as soon as nothing of it is in flight. */
    private Optional<Step> giveUpBeyondShare(Facts facts, long now) {
        if (!hasCycled || (leaving.isEmpty() && now - sharedAt < SHARE_INTERVAL.toNanos())) {
            return Optional.empty();
        }
        hasCycled = false;
        sharedAt = now;
        boolean left = !leaving.isEmpty();
        int share = (lanes.total() + facts.others()) / (facts.others() + 1);
        leaving = facts.isAlone() || !backlog
                ? Set.of()
                : lanes.numbers().stream().sorted().skip(share).collect(Collectors.toSet());
        if (leaving.isEmpty()) {
            if (left) { // it has read events of the lanes that it keeps now, and did not hand them out
                look.fromHead();
            }
            return Optional.empty();
        }
        flight.withdrawReadyOutside(lanes.without(leaving));
        return release(leaving);
    }

    private Optional<Step> release(Collection<Integer> numbers) {
        return releasable(numbers).map(free -> {
            released = released == null ? free : free.with(released);
            return new Release(free);
        });
    }

    /** Returns those of the lanes in which nothing is in flight. */
    private Optional<Lanes> releasable(Collection<Integer> numbers) {
        if (lanes.isEmpty()) {
            return Optional.empty();
        }
        Set<Integer> kept = new HashSet<>(lanes.numbers());
        kept.removeAll(numbers);
        kept.addAll(flight.lanes(lanes));
        return Optional.of(lanes.without(kept)).filter(free -> !free.isEmpty());
    }

    /**
     * Takes the result of a {@link Release}.
     *
     * @param owned the lanes that the node owns now
     */
    public synchronized void released(Lanes owned) {
        if (released != null && released.total() == owned.total()) { // it still has those that others have locked
            Lanes given = released.without(owned.numbers());
            released = given.isEmpty() ? null : given;
        }
        know(owned);
        look.restart();
    }

    /** Leaves the lanes to other nodes, which may reach what this one can't, if all its events wait for circuit breakers. */
    private Optional<Step> leaveToOthers(Facts facts, long now) {
        if (!facts.cutOff() || flight.size() > 0) {
            return Optional.empty();
        }
        restUntil = now + restAfter(now - workBegan);
        return facts.isAlone() ? Optional.of(REST) : releasable(lanes.numbers()).map(Release::new);
    }

    /** Returns how many nanoseconds it rests after a look that found nothing to publish. */
    static long restAfter(long lookingNanos) {
        return Math.min(lookingNanos * REST_PARTS, LONGEST_REST.toNanos());
    }

    /** Step 8: another node that committed before the release may have left the event to this one. */
    private Optional<Step> lookOnceMore(Facts facts) {
        if (released == null || facts.stopped()) {
            return Optional.empty();
        }
        LeftOut except = new LeftOut(facts.unreachable(), Set.of(), List.of());
        Step step = new LookOnceMore(released, except, facts.blockKey());
        released = null;
        return Optional.of(step);
    }

    /**
     * Takes the result of a {@link LookOnceMore}.
     *
     * @param found whether the lanes have events that this node can reach
     */
    public synchronized void lookedOnceMore(LookOnceMore step, boolean found) {
        if (found) {
            wakes.add(step.lanes().numbers(), false); // a slot of each of these lanes
        }
    }

    /** While other nodes serve the queue, looks into its lanes for the events that these nodes commit, and gives up idle lanes. */
    private Optional<Step> lookForOthers(Facts facts, long now) {
        if (facts.isAlone() || lanes.isEmpty()) {
            return Optional.empty();
        }
        Optional<Step> release =
                flight.hasRoom() && shared.mayRelease(now) ? release(lanes.numbers()) : Optional.empty();
        if (release.isEmpty() && look.isWanted()) { // there is no room for it, or nothing can be published now
            shared.foundNothing(now);
        }
        return Optional.of(release.orElseGet(() -> new Wait(shared.untilNext())));
    }

    // What others see

    /** Returns how many events wait for a sender. */
    public synchronized int waiting() {
        return flight.waiting();
    }

    /** Returns whether events wait for a sender that are fewer than a batch, and more may be read. */
    public synchronized boolean lacksEvents(int batch) {
        return flight.waiting() > 0 && flight.waiting() < batch && flight.hasRoom();
    }

    /** Returns how many events are in flight: the node has read or recorded them, and their end is not yet written. */
    public synchronized int inFlight() {
        return flight.size();
    }

    /** Returns whether it has to look at its next tick, even if there is no event: to write what has ended, or to compare its lanes. */
    public synchronized boolean needsTick() {
        return unread || flight.size() > 0;
    }

    /** Returns the event that another transaction has locked for the longest time, and how long this has been known. */
    public synchronized Optional<Map.Entry<QueuedEvent, Duration>> longestLocked(long now) {
        return flight.longestLocked(now);
    }

    /** Returns whether so many events are locked that nothing further is read. */
    public synchronized boolean hasMostLocked() {
        return flight.hasMostLocked();
    }

    /** Returns the lanes that the node owns, as far as it knows. */
    synchronized Lanes lanes() {
        return lanes;
    }
}
