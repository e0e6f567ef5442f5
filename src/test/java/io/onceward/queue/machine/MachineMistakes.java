// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.machine;

import io.onceward.queue.machine.Step.Cycle;
import io.onceward.queue.store.FreshEvent;
import io.onceward.queue.store.Lanes;
import io.onceward.queue.store.OrderKey;
import io.onceward.queue.store.QueueReading;
import io.onceward.queue.store.QueuedEvent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** Machines with planted mistakes. */
public final class MachineMistakes {

    /** A mistake. */
    public enum Kind {
        NONE,
        IN_FLIGHT_READ_AGAIN,
        FORGOTTEN_BEFORE_DELETED,
        WITHDRAWN_ONE_BY_ONE,
        WITHDRAWAL_MISSED,
        LATE_EVENTS_MISSED,
        RELEASED_IN_FLIGHT,
        SHARED_KEY,
        SEND_ONCE,
        SKIP_REFUSED,
        RELEASED_WITHOUT_A_LAST_LOOK,
        TAKE_ONCE,
        NEVER_SEARCHED,
        FRESH_PASSES_SEEN,
        FRESH_PASSES_FAILURE,
        FRESH_OF_ANOTHER_LANE,
        FRESH_AND_READ,
        FRESH_IN_PAUSE
    }

    private MachineMistakes() {}

    /** Returns a machine with a mistake. */
    public static RelayMachine machine(Kind kind, String owner, Limits limits, PayloadRoom room, long now) {
        Flight flight =
                switch (kind) {
                    case IN_FLIGHT_READ_AGAIN -> new ReadAgain(limits, room);
                    case FORGOTTEN_BEFORE_DELETED -> new ForgottenEarly(limits, room);
                    case WITHDRAWN_ONE_BY_ONE -> new OneByOne(limits, room);
                    case WITHDRAWAL_MISSED -> new WithdrawalMissed(limits, room);
                    case LATE_EVENTS_MISSED -> new LateMissed(limits, room);
                    case RELEASED_IN_FLIGHT -> new ReleasedInFlight(limits, room);
                    case SHARED_KEY -> new SharedKey(limits, room);
                    case FRESH_PASSES_SEEN -> new FreshPassesSeen(limits, room);
                    case FRESH_PASSES_FAILURE -> new FreshPassesFailure(limits, room);
                    default -> new Flight(limits, room);
                };
        return switch (kind) {
            case SEND_ONCE -> new SendOnce(owner, limits, now, flight);
            case SKIP_REFUSED -> new SkipRefused(owner, limits, now, flight);
            case RELEASED_WITHOUT_A_LAST_LOOK -> new NoLastLook(owner, limits, now, flight);
            case TAKE_ONCE -> new TakeOnce(owner, limits, now, flight);
            case NEVER_SEARCHED -> new NeverSearched(owner, limits, now, flight);
            case FRESH_OF_ANOTHER_LANE -> new FreshOfAnotherLane(owner, limits, now, flight);
            case FRESH_AND_READ -> new FreshAndRead(owner, limits, now, flight);
            case FRESH_IN_PAUSE -> new FreshInPause(owner, limits, now, flight);
            default -> new RelayMachine(owner, limits, QueueReading::events, now, flight);
        };
    }

    /** Hands out once more what is in flight. */
    private static final class ReadAgain extends Flight {
        private final List<QueuedEvent> again = new ArrayList<>();

        ReadAgain(Limits limits, PayloadRoom room) {
            super(limits, room);
        }

        @Override
        boolean handOut(QueueReading reading, List<QueuedEvent> order, Lanes before, Map<OrderKey, Long> missed) {
            boolean any = super.handOut(reading, order, before, missed);
            if (!any && waiting() == 0) {
                again.addAll(order);
            }
            return any;
        }

        @Override
        Taken take(int limit) {
            Taken taken = super.take(limit);
            List<QueuedEvent> all = new ArrayList<>(again);
            all.addAll(taken.events());
            again.clear();
            return new Taken(taken.number(), all);
        }
    }

    /** Forgets confirmed events, and has them deleted afterwards. */
    private static final class ForgottenEarly extends Flight {
        private final List<QueuedEvent> forgotten = new ArrayList<>();

        ForgottenEarly(Limits limits, PayloadRoom room) {
            super(limits, room);
        }

        @Override
        void report(Taken batch, Attempted attempted) {
            super.report(batch, attempted);
            List<QueuedEvent> confirmed = List.copyOf(attempted.confirmed());
            written(new Ended(confirmed, List.of(), List.of(), List.of()));
            forgotten.addAll(confirmed);
        }

        @Override
        Ended ended(long now) {
            Ended ended = super.ended(now);
            List<QueuedEvent> confirmed = new ArrayList<>(ended.confirmed());
            confirmed.addAll(forgotten);
            return new Ended(confirmed, ended.removed(), ended.refused(), ended.behind());
        }

        @Override
        void written(Ended ended) {
            super.written(ended);
            forgotten.removeAll(ended.confirmed());
        }
    }

    /** A failed event leaves the later ones of its key with the senders. */
    private static final class OneByOne extends Flight {
        OneByOne(Limits limits, PayloadRoom room) {
            super(limits, room);
        }

        @Override
        void close(Set<Line> failed) {
            // they stay
        }
    }

    /**
     * A read that has begun before a withdrawal counts for its key. As in the model, late events are those that were not in flight when
     * it began: the machine compares when it hands out, which would hide the mistake.
     */
    private static final class WithdrawalMissed extends Flight {
        private final Set<Long> sent = new HashSet<>();
        private Set<Long> sentAtRead = Set.of();
        private boolean any;

        WithdrawalMissed(Limits limits, PayloadRoom room) {
            super(limits, room);
        }

        @Override
        Taken take(int limit) {
            Taken taken = super.take(limit);
            taken.events().forEach(event -> sent.add(event.seq()));
            return taken;
        }

        @Override
        void report(Taken batch, Attempted attempted) {
            super.report(batch, attempted);
            batch.events().forEach(event -> sent.remove(event.seq()));
        }

        @Override
        boolean beginRead() {
            sentAtRead = Set.copyOf(sent);
            boolean both = super.beginRead() | any;
            any = false;
            return both;
        }

        @Override
        Map<OrderKey, Long> missed(QueueReading reading) {
            Map<OrderKey, Long> missed = super.missed(reading);
            missed.values().removeIf(sentAtRead::contains);
            return missed;
        }

        @Override
        boolean handOut(QueueReading reading, List<QueuedEvent> order, Lanes before, Map<OrderKey, Long> missed) {
            any |= super.beginRead();
            return super.handOut(reading, order, before, missed);
        }

        @Override
        boolean anyWithdrawn() {
            return any || super.anyWithdrawn();
        }
    }

    private static final class LateMissed extends Flight {
        LateMissed(Limits limits, PayloadRoom room) {
            super(limits, room);
        }

        @Override
        Map<OrderKey, Long> missed(QueueReading reading) {
            return Map.of();
        }
    }

    /** Lanes are given up with events in flight. */
    private static final class ReleasedInFlight extends Flight {
        ReleasedInFlight(Limits limits, PayloadRoom room) {
            super(limits, room);
        }

        @Override
        Set<Integer> lanes(Lanes now) {
            return Set.of();
        }
    }

    /** Several senders have events of one key. */
    private static final class SharedKey extends Flight {
        SharedKey(Limits limits, PayloadRoom room) {
            super(limits, room);
        }

        @Override
        boolean mayTake(Line line, Set<Line> mine) {
            return true;
        }
    }

    /** An event is published unread although its statement has seen an earlier one. */
    private static final class FreshPassesSeen extends Flight {
        FreshPassesSeen(Limits limits, PayloadRoom room) {
            super(limits, room);
        }

        @Override
        boolean isNext(boolean allInFlight, Line line) {
            return super.isNext(true, line);
        }
    }

    /** An event is published unread although an earlier one in flight has failed. */
    private static final class FreshPassesFailure extends Flight {
        FreshPassesFailure(Limits limits, PayloadRoom room) {
            super(limits, room);
        }

        @Override
        boolean isNext(boolean allInFlight, Line line) {
            return allInFlight;
        }
    }

    /** Any machine with a mistake of its own. */
    private abstract static class Mistaken extends RelayMachine {
        Mistaken(String owner, Limits limits, long now, Flight flight) {
            super(owner, limits, QueueReading::events, now, flight);
        }
    }

    /** Sent events count as published before the broker's answer. */
    private static final class SendOnce extends Mistaken {
        SendOnce(String owner, Limits limits, long now, Flight flight) {
            super(owner, limits, now, flight);
        }

        @Override
        public synchronized void report(Taken batch, Attempted attempted) {
            List<QueuedEvent> sent = new ArrayList<>(batch.events());
            sent.removeAll(attempted.refused().keySet());
            super.report(batch, new Attempted(sent, attempted.removed(), attempted.refused()));
        }
    }

    /** A refused event counts as published. */
    private static final class SkipRefused extends Mistaken {
        SkipRefused(String owner, Limits limits, long now, Flight flight) {
            super(owner, limits, now, flight);
        }

        @Override
        public synchronized void report(Taken batch, Attempted attempted) {
            List<QueuedEvent> ended = new ArrayList<>(attempted.confirmed());
            ended.addAll(attempted.refused().keySet());
            super.report(batch, new Attempted(ended, attempted.removed(), Map.of()));
        }
    }

    private static final class NoLastLook extends Mistaken {
        NoLastLook(String owner, Limits limits, long now, Flight flight) {
            super(owner, limits, now, flight);
        }

        @Override
        public synchronized void lookedOnceMore(Step.LookOnceMore step, boolean found) {
            super.lookedOnceMore(step, false);
        }
    }

    /** Lanes that it has taken are not its own if the answer gets lost. */
    private static final class TakeOnce extends Mistaken {
        TakeOnce(String owner, Limits limits, long now, Flight flight) {
            super(owner, limits, now, flight);
        }

        @Override
        public synchronized Step next(Facts facts, long now) {
            Step step = super.next(facts, now);
            return step instanceof Step.Take take ? new Step.Take(take.slots(), false) : step;
        }
    }

    /** Blocked events wait for the node that has blocked them. */
    private static final class NeverSearched extends Mistaken {
        NeverSearched(String owner, Limits limits, long now, Flight flight) {
            super(owner, limits, now, flight);
        }

        @Override
        public synchronized Step next(Facts facts, long now) {
            Step step = super.next(facts, now);
            if (!(step instanceof Cycle cycle)) {
                return step;
            }
            return cycle.ended().isEmpty() && cycle.read().isEmpty()
                    ? new Step.Rest()
                    : new Cycle(cycle.lanes(), cycle.ended(), OptionalLong.empty(), cycle.read(), cycle.blockKey());
        }
    }

    /** An event is published unread although the node did not own its lane. */
    private static final class FreshOfAnotherLane extends Mistaken {
        private static final long ANY = Long.MAX_VALUE;

        FreshOfAnotherLane(String owner, Limits limits, long now, Flight flight) {
            super(owner, limits, now, flight);
        }

        @Override
        public synchronized long ticket(int slot) {
            long ticket = super.ticket(slot);
            return ticket == FreshEvent.NO_TICKET
                            && !lanes().isEmpty()
                            && !lanes().numbers().contains(slot % lanes().total())
                    ? ANY
                    : ticket;
        }

        @Override
        boolean hasValidTicket(FreshEvent event) {
            return event.ticket == ANY ? !lanes().isEmpty() : super.hasValidTicket(event);
        }
    }

    /** An event is published unread although a read may have found it. */
    private static final class FreshAndRead extends Mistaken {
        FreshAndRead(String owner, Limits limits, long now, Flight flight) {
            super(owner, limits, now, flight);
        }

        @Override
        boolean hasValidTicket(FreshEvent event) {
            return !lanes().isEmpty() && lanes().numbers().contains(lanes().of(event.event.event()));
        }
    }

    /** An event is published unread although the queue is paused. */
    private static final class FreshInPause extends Mistaken {
        private final List<FreshEvent> later = new ArrayList<>();
        private final Flight flight;

        FreshInPause(String owner, Limits limits, long now, Flight flight) {
            super(owner, limits, now, flight);
            this.flight = flight;
        }

        @Override
        public synchronized void woken(FreshEvent event) {
            super.woken(event);
            later.add(event);
        }

        @Override
        public synchronized Step next(Facts facts, long now) {
            Step step = super.next(facts, now);
            if (facts.paused()) {
                later.stream().filter(this::hasValidTicket).forEach(event -> flight.handOut(event, lanes()));
            }
            later.clear();
            return step;
        }
    }
}
