// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.api.EventState;
import io.onceward.queue.machine.MachineMistakes.Kind;
import io.onceward.queue.store.Batch;
import io.onceward.queue.store.Lanes;
import io.onceward.queue.store.LeftOut;
import io.onceward.queue.store.QueueReading;
import io.onceward.queue.store.QueuedEvent;
import io.onceward.queue.store.ReadRange;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The planted mistakes: those of the table in {@code docs/model/leases.md}, and those of {@code Mutants} in the fault tests that are about the
 * relay.
 */
final class SimMistakes {

    static final List<SimMistake> ALL = List.of(
            database("version not compared", VersionNotCompared::new),
            database("stale row written", StaleRowWritten::new),
            database("blocked events forgotten", BlockedForgotten::new),
            machine("in flight read again", Kind.IN_FLIGHT_READ_AGAIN),
            machine("forgotten before deleted", Kind.FORGOTTEN_BEFORE_DELETED),
            machine("withdrawn one by one", Kind.WITHDRAWN_ONE_BY_ONE),
            database("deleted before confirmed", DeletedEarly::new),
            machine("send once", Kind.SEND_ONCE),
            machine("skip refused", Kind.SKIP_REFUSED),
            recordedApart(),
            positionBeforeLock(),
            machine("released in flight", Kind.RELEASED_IN_FLIGHT),
            machine("released without a last look", Kind.RELEASED_WITHOUT_A_LAST_LOOK),
            database("taken and read at once", TakenAndRead::new),
            machine("withdrawal missed", Kind.WITHDRAWAL_MISSED),
            in(SimSetting.Kind.BACKLOG, machine("late events missed", Kind.LATE_EVENTS_MISSED)),
            in(SimSetting.Kind.BACKLOG, database("late events read first", LateFirst::new)),
            database("position hint", PositionHint::new),
            unorderedLanes(),
            database("refused and passed", RefusedAndPassed::new),
            database("lease without an end", EndlessLease::new),
            machine("take once", Kind.TAKE_ONCE),
            machine("unblocked by its own node", Kind.NEVER_SEARCHED),
            machine("shared key", Kind.SHARED_KEY),
            database("published before durable", NotDurable::new),
            handledAnyway(),
            trustedCommit(),
            lockedLocalEvent(),
            laterHalfFirst(),
            batchCounted(),
            batchKeepsGoing(),
            fresh("passes seen ones", Kind.FRESH_PASSES_SEEN),
            fresh("passes a failure", Kind.FRESH_PASSES_FAILURE),
            fresh("of another lane", Kind.FRESH_OF_ANOTHER_LANE),
            fresh("also read", Kind.FRESH_AND_READ),
            fresh("in a pause", Kind.FRESH_IN_PAUSE),
            looksEarly(),
            looksAtFew());

    private SimMistakes() {}

    private static SimMistake machine(String name, Kind kind) {
        return new SimMistake(name, kind, SimQueue::new);
    }

    private static SimMistake database(String name, java.util.function.BiFunction<SimWorld, SimNode, SimQueue> queues) {
        return new SimMistake(name, Kind.NONE, queues);
    }

    private static SimMistake in(SimSetting.Kind about, SimMistake mistake) {
        mistake.about = about;
        return mistake;
    }

    private static SimMistake fresh(String name, Kind kind) {
        return in(SimSetting.Kind.FRESH, machine("fresh event " + name, kind));
    }

    private static SimMistake recordedApart() {
        SimMistake mistake = machine("recorded apart", Kind.NONE);
        mistake.recordsApart = true;
        return mistake;
    }

    private static SimMistake positionBeforeLock() {
        SimMistake mistake = machine("position before lock", Kind.NONE);
        mistake.drawsEarly = true;
        return mistake;
    }

    private static SimMistake handledAnyway() {
        SimMistake mistake = machine("handled without claim and row", Kind.NONE);
        mistake.handlesAnyway = true;
        return mistake;
    }

    private static SimMistake trustedCommit() {
        SimMistake mistake = machine("failed commit of a handler trusted", Kind.NONE);
        mistake.trustsCommits = true;
        return mistake;
    }

    private static SimMistake lockedLocalEvent() {
        SimMistake mistake = machine("locked local event handled", Kind.NONE);
        mistake.handlesLocked = true;
        return mistake;
    }

    private static SimMistake laterHalfFirst() {
        SimMistake mistake = in(SimSetting.Kind.REFUSALS, machine("later half of a batch first", Kind.NONE));
        mistake.laterHalfFirst = true;
        return mistake;
    }

    private static SimMistake batchCounted() {
        SimMistake mistake = in(SimSetting.Kind.REFUSALS, machine("failed batch counted for each message", Kind.NONE));
        mistake.countsBatches = true;
        return mistake;
    }

    private static SimMistake batchKeepsGoing() {
        SimMistake mistake = in(SimSetting.Kind.REFUSALS, machine("key passes a failed part of its batch", Kind.NONE));
        mistake.keepsGoing = true;
        return mistake;
    }

    private static SimMistake looksEarly() {
        SimMistake mistake = fresh("with an old snapshot", Kind.NONE);
        mistake.looksEarly = true;
        return mistake;
    }

    private static SimMistake looksAtFew() {
        SimMistake mistake = fresh("behind too many", Kind.NONE);
        mistake.looksAtFew = true;
        return mistake;
    }

    private static SimMistake unorderedLanes() {
        SimMistake mistake = machine("unordered lanes", Kind.NONE);
        mistake.slotsById = true;
        return mistake;
    }

    /** A read counts although the lane has changed meanwhile. */
    private static final class VersionNotCompared extends SimQueue {
        VersionNotCompared(SimWorld world, SimNode node) {
            super(world, node);
        }

        @Override
        public QueueReading read(Lanes owned, ReadRange range, boolean withDue, LeftOut except, boolean blockKey) {
            QueueReading reading = super.read(owned, range, withDue, except, blockKey);
            Lanes same = new Lanes(
                    owned.owner(),
                    owned.total(),
                    owned.versions(),
                    reading.lanes().held());
            return new QueueReading(
                    reading.due(),
                    reading.pending(),
                    owned.isEmpty() ? reading.lanes() : same,
                    reading.blocking(),
                    reading.passed());
        }
    }

    /** A write does not compare versions. */
    private static final class StaleRowWritten extends SimQueue {
        StaleRowWritten(SimWorld world, SimNode node) {
            super(world, node);
        }

        @Override
        boolean isSame(SimLane lane, Lanes before) {
            return true;
        }
    }

    /** Only retrying and parked events block their keys. */
    private static final class BlockedForgotten extends SimQueue {
        BlockedForgotten(SimWorld world, SimNode node) {
            super(world, node);
        }

        @Override
        Set<EventState> blockingStates(boolean blockKey) {
            return blockKey ? EnumSet.of(EventState.RETRYING, EventState.PARKED) : EnumSet.of(EventState.RETRYING);
        }
    }

    /** Later events of a key don't wait for one that is tried again. */
    private static final class RefusedAndPassed extends SimQueue {
        RefusedAndPassed(SimWorld world, SimNode node) {
            super(world, node);
        }

        @Override
        public QueueReading read(Lanes owned, ReadRange range, boolean withDue, LeftOut except, boolean blockKey) {
            QueueReading reading = super.read(owned, range, withDue, except, blockKey);
            return new QueueReading(reading.due(), reading.pending(), reading.lanes(), Map.of(), reading.passed());
        }
    }

    /** Events are removed when they are read. */
    private static final class DeletedEarly extends SimQueue {
        DeletedEarly(SimWorld world, SimNode node) {
            super(world, node);
        }

        @Override
        public QueueReading read(Lanes owned, ReadRange range, boolean withDue, LeftOut except, boolean blockKey) {
            QueueReading reading = super.read(owned, range, withDue, except, blockKey);
            if (node.transaction != null) {
                remove(reading.pending().events());
            }
            return reading;
        }
    }

    /** One statement takes lanes and reads events, which the previous owner deletes meanwhile. */
    private static final class TakenAndRead extends SimQueue {
        private List<QueuedEvent> seen = List.of();

        TakenAndRead(SimWorld world, SimNode node) {
            super(world, node);
        }

        @Override
        public boolean take(String owner, Set<Integer> wanted, int limit) {
            seen = db.rows(null, row -> row.is(EventState.PENDING)).stream()
                    .map(SimQueue::queued)
                    .toList();
            boolean any = super.take(owner, wanted, limit);
            seen = any ? seen : List.of();
            return any;
        }

        @Override
        public QueueReading read(Lanes owned, ReadRange range, boolean withDue, LeftOut except, boolean blockKey) {
            QueueReading reading = super.read(owned, range, withDue, except, blockKey);
            if (owned.isEmpty() || seen.isEmpty()) {
                return reading;
            }
            List<QueuedEvent> taken = new ArrayList<>(seen);
            seen = List.of();
            taken.removeIf(event -> !owned.numbers().contains(owned.of(event.event())));
            return new QueueReading(
                    reading.due(),
                    new Batch(taken, !taken.isEmpty()),
                    reading.lanes(),
                    reading.blocking(),
                    reading.passed());
        }
    }

    /** The two statements of a read behind a position change places. */
    private static final class LateFirst extends SimQueue {
        LateFirst(SimWorld world, SimNode node) {
            super(world, node);
        }

        @Override
        boolean readsLateFirst() {
            return true;
        }
    }

    /** Each read begins behind the last position. */
    private static final class PositionHint extends SimQueue {
        private long last;

        PositionHint(SimWorld world, SimNode node) {
            super(world, node);
        }

        @Override
        public QueueReading read(Lanes owned, ReadRange range, boolean withDue, LeftOut except, boolean blockKey) {
            QueueReading reading =
                    super.read(owned, new ReadRange(last, range.limit(), Integer.MAX_VALUE), withDue, except, blockKey);
            for (QueuedEvent event : reading.pending().events()) {
                last = Math.max(last, event.seq());
            }
            return reading;
        }
    }

    /** What was read is published although the database may undo it. */
    private static final class NotDurable extends SimQueue {
        NotDurable(SimWorld world, SimNode node) {
            super(world, node);
        }

        @Override
        public boolean mayLoseReads() {
            return false;
        }
    }

    /** A node takes only lanes that their owners have released. */
    private static final class EndlessLease extends SimQueue {
        EndlessLease(SimWorld world, SimNode node) {
            super(world, node);
        }

        @Override
        boolean isFree(SimLane lane) {
            return lane.owner() == null;
        }
    }
}
