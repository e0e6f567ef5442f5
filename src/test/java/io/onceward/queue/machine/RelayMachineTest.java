// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.EventState;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.store.Batch;
import io.onceward.queue.store.FreshEvent;
import io.onceward.queue.store.Lanes;
import io.onceward.queue.store.OrderKey;
import io.onceward.queue.store.Passed;
import io.onceward.queue.store.QueueReading;
import io.onceward.queue.store.QueueStore;
import io.onceward.queue.store.QueuedEvent;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What a machine reads while its senders are slower than it. */
class RelayMachineTest {

    private static final Facts FACTS = new Facts(false, true, 0, false, false, List.of());

    private static final int MEGABYTE = 1 << 20;

    /** Whether each read was to find the due events. */
    private final List<Boolean> readsOfDue = new ArrayList<>();

    /** The most events of each read. */
    private final List<Integer> limits = new ArrayList<>();

    private final SortedMap<Long, QueuedEvent> rows = new TreeMap<>();
    private final Set<Long> locked = new HashSet<>();
    private final CountedRoom room = new CountedRoom();
    private Lanes owned = new Lanes("me", 1, Map.of(0, 1L), Set.of());
    private RelayMachine machine;
    private long now;

    private void begin(int head, int ahead) {
        machine = new RelayMachine(
                "me", new Limits(head, ahead, 100, 100, false, Duration.ofSeconds(1)), room, QueueReading::events, now);
        machine.ticked();
        assertThat(machine.next(FACTS, now)).isInstanceOf(Step.Take.class);
        machine.taken(Optional.of(owned));
    }

    @Test
    void dueEventsAreReadAsSoonAsThereIsRoomIfThereWasNoneAtThePoll() {
        begin(1, 1);
        add(1, 0);
        rest();
        readsOfDue.clear();
        add(2, 0);
        machine.ticked();
        rest();
        assertThat(readsOfDue).as("reads while there is no room").isEmpty();

        publishAll();
        rest();
        assertThat(readsOfDue).startsWith(true);
    }

    @Test
    void readAsksForFewEventsAfterLargeOnes() {
        begin(500, 2500);
        add(1, 0);
        tick();
        publishAll();
        add(2, 2 * MEGABYTE);
        tick();
        publishAll();
        tick();
        assertThat(limits)
                .as("of unknown, of small and of large events, each with those in flight")
                .containsExactly(4, 32 + 1, 2 + 2);
    }

    @Test
    void readAsksForOneLargeEventWhileOtherQueuesHaveManyBytesInFlight() {
        begin(500, 2500);
        add(1, 2 * MEGABYTE);
        tick();
        publishAll();
        room.add(64 * MEGABYTE);
        tick();
        limits.clear();
        add(2, MEGABYTE);
        add(3, MEGABYTE);
        tick();
        tick();
        assertThat(limits).as("none further while it is in flight").containsExactly(1 + 1);
        publishAll();
        room.add(-64 * MEGABYTE);
        rest();
        publishAll();
        assertThat(limits)
                .as("with those that are published and not yet deleted")
                .contains(4 + 3);
    }

    @Test
    void fewPublishedEventsAreDeletedTogether() {
        begin(500, 2500);
        for (int seq = 1; seq <= 3; seq++) {
            add(seq, 0);
            tick();
            publishAll();
            now += Duration.ofMillis(2).toNanos();
        }
        assertThat(rows).as("rows").hasSize(3);
        assertThat(machine.next(FACTS, now)).isEqualTo(new Step.Wait(Duration.ofMillis(6)));
        now += Duration.ofMillis(6).toNanos();
        Step.Cycle cycle = (Step.Cycle) machine.next(FACTS, now);
        assertThat(cycle.ended().confirmed()).hasSize(3);
    }

    @Test
    void eventIsReadBeforeThoseOfBeforeAreDeleted() {
        begin(500, 2500);
        add(1, 0);
        tick();
        publishAll();
        machine.next(FACTS, now);
        add(2, 0);
        machine.woken(Set.of());
        assertThat(((Step.Cycle) machine.next(FACTS, now)).isShortRead()).isTrue();
    }

    /** The commit of a search without an answer may come late: between the statements of a read, it would hide events. */
    @Test
    void heldLanesAreNotReadWhileTheOutcomeOfASearchIsUnknown() {
        owned = new Lanes("me", 2, Map.of(0, 1L, 1, 1L), Set.of(0));
        begin(500, 2500);
        Step.Cycle search = (Step.Cycle) machine.next(FACTS, now);
        assertThat(search.search()).isPresent();
        assertThat(lanesRead(search)).containsExactlyInAnyOrder(0, 1);
        machine.failed(search, Duration.ZERO, now);

        Step.Cycle again = (Step.Cycle) machine.next(FACTS, now);
        assertThat(lanesRead(again)).containsExactly(1);
        machine.cycled(again, searched(true), now);
        now += Duration.ofSeconds(10).toNanos();
        machine.ticked();
        Step.Cycle later = (Step.Cycle) machine.next(FACTS, now);
        assertThat(lanesRead(later)).as("others have locked the lane").containsExactly(1);
        machine.cycled(later, searched(false), now);

        assertThat(lanesRead((Step.Cycle) machine.next(FACTS, now)))
                .as("a search has locked the lane")
                .containsExactlyInAnyOrder(0, 1);
    }

    private static Set<Integer> lanesRead(Step.Cycle cycle) {
        return cycle.read().orElseThrow().lanes().numbers();
    }

    private Step.Cycled searched(boolean skipped) {
        QueueReading nothing = new QueueReading(Batch.EMPTY, Batch.EMPTY, owned, Map.of(), Passed.NONE);
        Step.Unblocking unblocking = new Step.Unblocking(
                Optional.of(new QueueStore.Unblocked(false, QueueStore.Unblocked.COMPLETE)),
                Duration.ZERO,
                false,
                skipped);
        return new Step.Cycled(Set.of(), Optional.of(nothing), Optional.empty(), unblocking);
    }

    /** Another session has locked the lane, and nothing can be published now. */
    @Test
    void lanesThatCantBeReleasedAreTriedAgainLater() {
        begin(500, 2500);
        tick();
        Facts open = new Facts(false, true, 1, false, true, Set.of());
        machine.ticked();
        now += Duration.ofSeconds(1).toNanos();
        assertThat(machine.next(open, now)).isInstanceOf(Step.Release.class);
        machine.released(owned);
        assertThat(machine.next(open, now)).isInstanceOf(Step.Wait.class);
        now += Duration.ofSeconds(1).toNanos();
        assertThat(machine.next(open, now)).isInstanceOf(Step.Release.class);
    }

    @Test
    void nothingIsGatheredWhenTheRelayStops() {
        begin(500, 2500);
        add(1, 0);
        tick();
        publishAll();
        machine.halt();
        assertThat(((Step.Cycle) machine.next(FACTS, now)).ended().confirmed()).hasSize(1);
    }

    @Test
    void reportEndsTheRestAfterAFailure() {
        begin(500, 2500);
        add(1, 0);
        tick();
        Taken batch = machine.take(10);
        machine.ticked();
        Step step = machine.next(FACTS, now);
        machine.failed(step, Duration.ofSeconds(1), now);
        assertThat(machine.next(FACTS, now)).isInstanceOf(Step.Rest.class);
        machine.report(batch, new Attempted(batch.events(), List.of(), Map.of()));
        assertThat(machine.next(FACTS, now)).isInstanceOf(Step.Cycle.class);
    }

    @Test
    void nodeThatIsCutOffRestsByTheTimeOfItsLookAndNotOfItsWaits() {
        begin(500, 2500);
        Facts beside = new Facts(false, true, 1, false, false, List.of());
        assertThat(execute(machine.next(beside, now))).isTrue();
        for (int i = 0; i < 5; i++) {
            execute(machine.next(beside, now));
        }
        now += Duration.ofMinutes(5).toNanos();
        machine.ticked();
        Facts cutOff = new Facts(false, true, 1, true, false, List.of());
        assertThat(execute(machine.next(cutOff, now))).isTrue();
        machine.next(cutOff, now);
        assertThat(machine.mayWork(now + Duration.ofMillis(100).toNanos())).isTrue();
    }

    @Test
    void bytesInFlightOfTheNodeAreGivenBack() {
        begin(500, 2500);
        for (int seq = 1; seq <= 50; seq++) {
            add(seq, MEGABYTE);
            tick();
            publishAll();
        }
        rest();
        publishAll();
        rest();
        assertThat(rows).isEmpty();
        assertThat(room.isEmpty()).isTrue();
    }

    @Test
    void failureThatWasNotWrittenShowsThatItsLaneHasChangedWithoutARead() {
        begin(1, 1);
        add(1, 0);
        tick();
        Taken batch = machine.take(10);
        machine.report(
                batch,
                new Attempted(
                        List.of(),
                        List.of(),
                        Map.of(batch.events().get(0), Refusal.counted(new IOException("not this one")))));
        owned = Lanes.none("me");
        machine.halt();
        rest();
        assertThat(machine.lanes().isEmpty()).isTrue();
        assertThat(machine.inFlight()).isZero();
    }

    @Test
    void refusalOfAnEventWhoseLaneWasLostMeanwhileIsNotWritten() {
        begin(10, 20);
        add(1, 0);
        tick();
        Taken batch = machine.take(10);
        owned = Lanes.none("me");
        machine.woken(Set.of());
        rest();
        assertThat(machine.lanes().isEmpty()).isTrue();
        machine.report(
                batch,
                new Attempted(
                        List.of(),
                        List.of(),
                        Map.of(batch.events().get(0), Refusal.counted(new IOException("not this one")))));
        assertThat(machine.inFlight()).isZero();
    }

    @Test
    void looksForWhichThereIsNoRoomBecomeRare() {
        begin(1, 1);
        Facts shared = new Facts(false, true, 1, false, false, List.of());
        add(1, 0);
        add(2, 0);
        tick();
        List<Duration> waits = new ArrayList<>();
        while (waits.size() < 4) {
            Step step = machine.next(shared, now);
            if (step instanceof Step.Wait wait) {
                waits.add(wait.longest());
            } else {
                execute(step);
            }
        }
        assertThat(waits.get(3)).isGreaterThan(Duration.ofMillis(4));
    }

    @Test
    void eventsOfAKeyWhoseLockHasEndedAreRemovedInOneRun() {
        begin(500, 2500);
        for (int seq = 1; seq <= 4; seq++) {
            add(seq, "k", 0);
        }
        rest();
        publishAll();
        locked.addAll(rows.keySet());
        rest();
        assertThat(machine.inFlight()).isEqualTo(4);

        locked.clear();
        now += Flight.LOCKED_INTERVAL.toNanos();
        rest();
        assertThat(rows).isEmpty();
        assertThat(machine.inFlight()).isZero();
    }

    @Test
    void freshEventOfAQuietQueueIsHandedOutWithoutARead() {
        beginQuietly();
        machine.woken(fresh(1, "k", machine.ticket(0)));
        assertThat(machine.next(FACTS, now)).isInstanceOf(Step.Rest.class);
        assertThat(machine.waiting()).isOne();
        assertThat(machine.needsTick()).as("to compare the lanes").isTrue();
        publishAll();
        machine.woken(fresh(2, "k", machine.ticket(0), 1L));
        assertThat(machine.next(FACTS, now)).as("behind a published one").isInstanceOf(Step.Rest.class);
        assertThat(machine.waiting()).isOne();
        publishAll();
        rest();
        assertThat(rows).isEmpty();
        assertThat(limits).as("reads").isEmpty();
    }

    @Test
    void freshEventBehindOneThatTheNodeDoesNotKnowIsRead() {
        beginQuietly();
        machine.woken(fresh(2, "k", machine.ticket(0), 1L));
        rest();
        assertThat(limits).isNotEmpty();
    }

    @Test
    void freshEventThatAReadHasFoundIsPublishedOnce() {
        beginQuietly();
        FreshEvent fresh = fresh(1, "k", machine.ticket(0));
        tick();
        machine.woken(fresh);
        machine.next(FACTS, now);
        assertThat(machine.waiting()).isOne();
        publishAll();
        rest();
        machine.woken(fresh);
        rest();
        assertThat(machine.waiting()).isZero();
    }

    @Test
    void thereIsNoTicketWhileNothingCanBePublishedOrTheLanesAreNotSure() {
        beginQuietly();
        assertThat(machine.ticket(0)).isNotEqualTo(FreshEvent.NO_TICKET);
        Facts paused = new Facts(true, true, 0, false, false, List.of());
        machine.next(paused, now);
        assertThat(machine.ticket(0)).as("paused").isEqualTo(FreshEvent.NO_TICKET);
        machine.woken(Set.of());
        machine.failed(machine.next(FACTS, now), Duration.ZERO, now);
        assertThat(machine.ticket(0)).as("after a failure").isEqualTo(FreshEvent.NO_TICKET);
        rest();
        assertThat(machine.ticket(0)).isNotEqualTo(FreshEvent.NO_TICKET);
    }

    private void beginQuietly() {
        begin(500, 2500);
        rest();
        limits.clear();
    }

    private FreshEvent fresh(long seq, String key, long ticket, Long... seen) {
        add(seq, key, 0);
        return new FreshEvent(rows.get(seq), Set.of(seen), ticket);
    }

    private void add(long seq, int bytes) {
        add(seq, "k" + seq, bytes);
    }

    private void add(long seq, String key, int bytes) {
        RecordedEvent event = new RecordedEvent(
                String.valueOf(seq), "c", key, "t", new byte[bytes], "text/plain", Map.of(), "test:x", 0, null);
        rows.put(seq, new QueuedEvent(seq, EventState.PENDING, 0, new OrderKey("c", key), event, 0, null));
    }

    /** Wakes the machine, and executes its next cycle if it has one. */
    private void tick() {
        machine.woken(Set.of());
        execute(machine.next(FACTS, now));
    }

    /** Executes steps until it rests. */
    private void rest() {
        int steps = 0;
        while (execute(machine.next(FACTS, now))) {
            assertThat(++steps).as("steps").isLessThan(20);
        }
    }

    private boolean execute(Step step) {
        if (step instanceof Step.Cycle cycle) {
            Set<Long> kept = write(cycle);
            Optional<Lanes> lanes = cycle.read().isEmpty() && !kept.isEmpty() ? Optional.of(owned) : Optional.empty();
            machine.cycled(
                    cycle, new Step.Cycled(kept, cycle.read().map(this::read), lanes, Step.Unblocking.NONE), now);
            return true;
        }
        if (step instanceof Step.Wait wait) {
            now += wait.longest().toNanos();
            return true;
        }
        assertThat(step).isInstanceOf(Step.Rest.class);
        return false;
    }

    /** Removes what is confirmed; returns the positions of what is locked, and of failures in lanes that have changed. */
    private Set<Long> write(Step.Cycle cycle) {
        Set<Long> kept = new HashSet<>();
        for (QueuedEvent event : cycle.ended().confirmed()) {
            if (locked.contains(event.seq())) {
                kept.add(event.seq());
            } else {
                rows.remove(event.seq());
            }
        }
        cycle.ended().failed().stream()
                .filter(event -> !owned.hasSame(0, cycle.lanes()))
                .forEach(event -> kept.add(event.seq()));
        return kept;
    }

    private QueueReading read(Step.Read decided) {
        Step.Read read = decided.within(room.allowed());
        readsOfDue.add(read.withDue());
        limits.add(read.range().limit());
        List<QueuedEvent> found = rows.tailMap(read.range().after() + 1).values().stream()
                .filter(event -> !read.except().keys().contains(event.event().key()))
                .limit(read.range().limit())
                .toList();
        return new QueueReading(
                Batch.EMPTY, new Batch(found, found.size() == read.range().limit()), owned, Map.of(), Passed.NONE);
    }

    private void publishAll() {
        Taken batch = machine.take(10);
        machine.report(batch, new Attempted(batch.events(), List.of(), Map.of()));
    }
}
