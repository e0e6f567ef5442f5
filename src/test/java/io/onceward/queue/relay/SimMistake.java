// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.queue.machine.Limits;
import io.onceward.queue.machine.MachineMistakes;
import io.onceward.queue.machine.PayloadRoom;
import io.onceward.queue.machine.RelayMachine;
import java.util.function.BiFunction;

/** A mistake that a simulation has to find. */
final class SimMistake {

    static final SimMistake NONE = new SimMistake("none", MachineMistakes.Kind.NONE, SimQueue::new);

    final String name;
    private final MachineMistakes.Kind kind;
    private final BiFunction<SimWorld, SimNode, SimQueue> queues;

    /** What the histories are about in which it shows; {@code null} for any. */
    SimSetting.Kind about;

    /** Whether a producer draws positions before it has its locks. */
    boolean drawsEarly;

    /** Whether the statement that records an event has an old snapshot, of before the locks of its transaction. */
    boolean looksEarly;

    /** Whether this statement looks only at the first pending events, and takes them for all. */
    boolean looksAtFew;

    /** Whether the lane of an event is not that of its key. */
    boolean slotsById;

    /** Whether events commit before their business transaction does. */
    boolean recordsApart;

    /** Whether a handler needs neither a claim nor the row of its message. */
    boolean handlesAnyway;

    /** Whether a handler whose commit has failed is taken to have committed. */
    boolean trustsCommits;

    /** Whether a handler takes a local event although another transaction has locked its row. */
    boolean handlesLocked;

    /** Whether the later half of a failed batch is tried first. */
    boolean laterHalfFirst;

    /** Whether the failure of a batch is one of each of its messages. */
    boolean countsBatches;

    /** Whether later messages of a key do not wait for one of an earlier part of the batch. */
    boolean keepsGoing;

    SimMistake(String name, MachineMistakes.Kind kind, BiFunction<SimWorld, SimNode, SimQueue> queues) {
        this.name = name;
        this.kind = kind;
        this.queues = queues;
    }

    RelayMachine machine(String owner, Limits limits, PayloadRoom room, long now) {
        return MachineMistakes.machine(kind, owner, limits, room, now);
    }

    SimQueue queue(SimWorld world, SimNode node) {
        return queues.apply(world, node);
    }

    /** Returns what is taken to have become of a message if the transaction of its handler fails. */
    SimBroker.Answer failedCommit() {
        return trustsCommits ? SimBroker.Answer.CONFIRMED : SimBroker.Answer.REFUSED;
    }

    @Override
    public String toString() {
        return name;
    }
}
