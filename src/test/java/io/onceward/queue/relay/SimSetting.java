// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.queue.machine.Limits;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The size of a simulation, and what can go wrong in it.
 *
 * @param polls whether nodes look for events at intervals; without, only commits wake them
 * @param together whether a batch is sent in one step
 * @param fitting how many events of the usual size a read may load
 * @param slices whether time leaps rarely
 * @param keepsUp whether producers pause, so that a relay can keep up with them
 * @param handles whether it is about a stored inbox, whose handlers remove their rows
 * @param local whether its rows are local events: the row is the claim
 * @param batches whether its handler gets several messages in one transaction
 * @param showsEarly whether the database shows commits of producers before they are durable
 * @param picks how many steps are chosen before everything is healed
 */
record SimSetting(
        int nodes,
        int lanes,
        int keys,
        int events,
        int destinations,
        int senders,
        int batchSize,
        boolean together,
        boolean polls,
        Limits limits,
        int fitting,
        int maxAttempts,
        int picks,
        int interleaving,
        boolean slices,
        boolean keepsUp,
        Set<SimFault> faults,
        boolean handles,
        boolean local,
        boolean batches,
        boolean showsEarly) {

    /** What a simulation is about: some mistakes show only in few of all histories. */
    enum Kind {
        /** Any faults. */
        ANY,
        /** Nothing goes wrong, and only commits wake nodes. */
        QUIET,
        /** A backlog that is read part by part, while transactions commit in another order than that of their positions. */
        BACKLOG,
        /** Events of few keys are refused. */
        REFUSALS,
        /** Attempts end without an answer. */
        WITHDRAWALS,
        /** A relay keeps up, so that it need not read the events of its node. */
        FRESH
    }

    private static final List<Kind> KINDS = List.of(
            Kind.ANY,
            Kind.ANY,
            Kind.ANY,
            Kind.QUIET,
            Kind.BACKLOG,
            Kind.BACKLOG,
            Kind.REFUSALS,
            Kind.WITHDRAWALS,
            Kind.FRESH,
            Kind.FRESH);

    /** @param about what it is about, whatever is drawn; {@code null} for what is drawn */
    static SimSetting of(Choices choices, Kind about) {
        Kind drawn = KINDS.get(choices.next(KINDS.size()));
        Kind kind = about == null ? drawn : about;
        boolean parts = kind == Kind.BACKLOG || kind == Kind.WITHDRAWALS;
        boolean slices = parts || kind == Kind.FRESH || choices.oneIn(2);
        boolean polls = kind != Kind.QUIET;
        int nodes = kind == Kind.QUIET ? 2 + choices.next(2) : 1 + choices.next(3);
        nodes = kind == Kind.FRESH && choices.oneIn(2) ? 1 : nodes;
        int lanes = new int[] {1, 2, 4, 3}[choices.next(4)];
        int keys = 1 + choices.next(kind == Kind.ANY || kind == Kind.QUIET ? 4 : 2);
        int events = 2 + choices.next(slices ? 38 : choices.oneIn(2) ? 24 : 8);
        boolean handles = choices.oneIn(4);
        boolean local = handles && choices.oneIn(2);
        boolean batches = handles && choices.oneIn(2);
        int head = 1 + choices.next(4) + (kind == Kind.FRESH ? 4 : 0);
        return new SimSetting(
                nodes,
                lanes,
                keys,
                events,
                !batches && choices.oneIn(4) ? 2 : 1,
                1 + choices.next(2),
                batches ? 2 + choices.next(7) : 1 + choices.next(3),
                choices.oneIn(2),
                polls,
                new Limits(
                        head,
                        head + 1 + choices.next(slices ? 10 : 4),
                        1 + choices.next(4),
                        1 + choices.next(4),
                        choices.oneIn(2),
                        Duration.ofSeconds(polls ? 1 : 100_000)),
                slices && kind != Kind.FRESH ? 1 + choices.next(3) : 100,
                1 + choices.next(3),
                40 + choices.next(kind == Kind.ANY ? 400 : 150),
                slices ? 2 + choices.next(2) : choices.next(4),
                parts || kind == Kind.FRESH,
                kind == Kind.FRESH || (kind == Kind.ANY && choices.oneIn(2)),
                faults(kind, choices),
                handles,
                local,
                batches,
                choices.oneIn(4));
    }

    private static Set<SimFault> faults(Kind kind, Choices choices) {
        return switch (kind) {
            case QUIET -> EnumSet.noneOf(SimFault.class);
            case BACKLOG -> choices.oneIn(2) ? EnumSet.of(SimFault.ROLLBACK) : EnumSet.noneOf(SimFault.class);
            case REFUSALS -> EnumSet.of(SimFault.REFUSAL, choices.oneIn(2) ? SimFault.REQUEUE : SimFault.ROW_LOCKS);
            case WITHDRAWALS -> EnumSet.of(SimFault.SENDER_ERROR, SimFault.ROLLBACK);
            case FRESH ->
                switch (choices.next(4)) {
                    case 0 -> EnumSet.of(SimFault.DATABASE_FAILS);
                    case 1 -> EnumSet.of(SimFault.QUEUE_PAUSED, SimFault.ROLLBACK);
                    case 2 -> EnumSet.of(SimFault.REFUSAL, SimFault.LANE_LOCKS);
                    default -> anyOf(choices);
                };
            case ANY -> anyOf(choices);
        };
    }

    private static Set<SimFault> anyOf(Choices choices) {
        Set<SimFault> faults = EnumSet.noneOf(SimFault.class);
        int rarity = 2 + choices.next(4);
        for (SimFault fault : SimFault.values()) {
            if (choices.oneIn(rarity)) {
                faults.add(fault);
            }
        }
        return faults;
    }

    /** Returns whether nothing can go wrong. */
    boolean isCalm() {
        return faults.isEmpty();
    }
}
